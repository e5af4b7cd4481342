import type { Operations } from '../../generated/operations.ts'
import type { Context } from './context.ts'
import { cancelCall } from './cancelCall.ts'
import { cancelCampaign } from './cancelCampaign.ts'
import { compareVersions } from './compareVersions.ts'
import { createCall } from './createCall.ts'
import { createCampaign } from './createCampaign.ts'
import { createNumber } from './createNumber.ts'
import { createPlaybook } from './createPlaybook.ts'
import { createSuppression } from './createSuppression.ts'
import { createToken } from './createToken.ts'
import { createVersion } from './createVersion.ts'
import { deleteNumber } from './deleteNumber.ts'
import { deleteSuppression } from './deleteSuppression.ts'
import { eraseContact } from './eraseContact.ts'
import { getAccount } from './getAccount.ts'
import { getCall } from './getCall.ts'
import { getCampaign } from './getCampaign.ts'
import { getContact } from './getContact.ts'
import { getNumber } from './getNumber.ts'
import { getPlaybook } from './getPlaybook.ts'
import { getVersion } from './getVersion.ts'
import { listCalls } from './listCalls.ts'
import { listCampaigns } from './listCampaigns.ts'
import { listContacts } from './listContacts.ts'
import { listNumbers } from './listNumbers.ts'
import { listPlaybooks } from './listPlaybooks.ts'
import { listSuppressions } from './listSuppressions.ts'
import { listTokens } from './listTokens.ts'
import { listVersions } from './listVersions.ts'
import { markProduction } from './markProduction.ts'
import { pauseCampaign } from './pauseCampaign.ts'
import { planCampaign } from './planCampaign.ts'
import { restoreVersion } from './restoreVersion.ts'
import { resumeCampaign } from './resumeCampaign.ts'
import { revokeToken } from './revokeToken.ts'
import { simulateInboundCall } from './simulateInboundCall.ts'
import { updateAccount } from './updateAccount.ts'
import { updateNumber } from './updateNumber.ts'
import { updatePlaybook } from './updatePlaybook.ts'
import { upsertContact } from './upsertContact.ts'

/** Every operation of the contract. One that is missing, misspelled or answers outside the contract does not compile. */
export const operations = {
  cancelCall,
  cancelCampaign,
  compareVersions,
  createCall,
  createCampaign,
  createNumber,
  createPlaybook,
  createSuppression,
  createToken,
  createVersion,
  deleteNumber,
  deleteSuppression,
  eraseContact,
  getAccount,
  getCall,
  getCampaign,
  getContact,
  getNumber,
  getPlaybook,
  getVersion,
  listCalls,
  listCampaigns,
  listContacts,
  listNumbers,
  listPlaybooks,
  listSuppressions,
  listTokens,
  listVersions,
  markProduction,
  pauseCampaign,
  planCampaign,
  restoreVersion,
  resumeCampaign,
  revokeToken,
  simulateInboundCall,
  updateAccount,
  updateNumber,
  updatePlaybook,
  upsertContact,
} satisfies Operations<Context>
