import type { Operations } from '../../generated/operations.ts'
import type { Context } from './context.ts'
import { cancelCall } from './cancelCall.ts'
import { cancelCampaign } from './cancelCampaign.ts'
import { createCall } from './createCall.ts'
import { createCampaign } from './createCampaign.ts'
import { createPlaybook } from './createPlaybook.ts'
import { createVersion } from './createVersion.ts'
import { getCall } from './getCall.ts'
import { getCampaign } from './getCampaign.ts'
import { getContact } from './getContact.ts'
import { getPlaybook } from './getPlaybook.ts'
import { getVersion } from './getVersion.ts'
import { listCalls } from './listCalls.ts'
import { listCampaigns } from './listCampaigns.ts'
import { listContacts } from './listContacts.ts'
import { listPlaybooks } from './listPlaybooks.ts'
import { listVersions } from './listVersions.ts'
import { markProduction } from './markProduction.ts'
import { pauseCampaign } from './pauseCampaign.ts'
import { resumeCampaign } from './resumeCampaign.ts'
import { updatePlaybook } from './updatePlaybook.ts'

/** Every operation of the contract. One that is missing, misspelled or answers outside the contract does not compile. */
export const operations = {
  cancelCall,
  cancelCampaign,
  createCall,
  createCampaign,
  createPlaybook,
  createVersion,
  getCall,
  getCampaign,
  getContact,
  getPlaybook,
  getVersion,
  listCalls,
  listCampaigns,
  listContacts,
  listPlaybooks,
  listVersions,
  markProduction,
  pauseCampaign,
  resumeCampaign,
  updatePlaybook,
} satisfies Operations<Context>
