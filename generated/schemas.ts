// Generated, do not edit: by `bun scripts/generate.ts` from the contract with sha256 ad7158db1cf9faf3bbda6648c00c6bf1773c59dc292e1f94b06412c8dbd6f833
import { z } from 'zod'
import type { components } from './types.ts'
import * as k from '../src/http/keywords.ts'

type Schemas = components['schemas']

export const Id = k
  .format('uuid')
  .regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/u) satisfies z.ZodType<
  Schemas['Id']
>

export const TimeZone = z
  .string()
  .check(k.minLength(1))
  .check(k.maxLength(64))
  .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/u) satisfies z.ZodType<Schemas['TimeZone']>

export const AccountLimits = z.strictObject({
  per_second: z.number().check(k.integer()).gte(1).lte(100000),
  per_minute: z.number().check(k.integer()).gte(1).lte(6000000),
}) satisfies z.ZodType<Schemas['AccountLimits']>

export const AccountLines = z.strictObject({
  calls_per_second: z.number().check(k.integer()).gte(1).lte(10000).nullable(),
  calls_at_once: z.number().check(k.integer()).gte(1).lte(100000).nullable(),
  reserved_for_inbound: z.number().check(k.integer()).gte(0).lte(1000),
}) satisfies z.ZodType<Schemas['AccountLines']>

export const AccountCeilings = z.strictObject({
  limits: z.strictObject({
    per_second: z.number().check(k.integer()).gte(1).lte(100000).nullable(),
    per_minute: z.number().check(k.integer()).gte(1).lte(6000000).nullable(),
  }),
  lines: z.strictObject({
    calls_per_second: z.number().check(k.integer()).gte(1).lte(10000).nullable(),
    calls_at_once: z.number().check(k.integer()).gte(1).lte(100000).nullable(),
    reserved_for_inbound: z.number().check(k.integer()).gte(0).lte(1000).nullable(),
  }),
}) satisfies z.ZodType<Schemas['AccountCeilings']>

export const Weekday = z.literal(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']) satisfies z.ZodType<
  Schemas['Weekday']
>

export const CallingWindow = z.strictObject({
  days: k.array(Weekday, { min: 1, max: 7, unique: true }),
  from: z
    .string()
    .check(k.maxLength(5))
    .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/u),
  to: z
    .string()
    .check(k.maxLength(5))
    .regex(/^(00:0[1-9]|00:[1-5][0-9]|0[1-9]:[0-5][0-9]|1[0-9]:[0-5][0-9]|2[0-3]:[0-5][0-9]|24:00)$/u),
}) satisfies z.ZodType<Schemas['CallingWindow']>

export const CallingHoursOrNull = z
  .strictObject({
    windows: k.array(CallingWindow, { min: 1, max: 21 }),
  })
  .nullable() satisfies z.ZodType<Schemas['CallingHoursOrNull']>

export const NullableAttemptLimit = z
  .strictObject({
    max: z.number().check(k.integer()).gte(1).lte(100),
    window_hours: z.number().check(k.integer()).gte(1).lte(720),
  })
  .nullable() satisfies z.ZodType<Schemas['NullableAttemptLimit']>

export const NullablePhoneE164 = z
  .string()
  .regex(/^\+[1-9][0-9]{6,14}$/u)
  .nullable() satisfies z.ZodType<Schemas['NullablePhoneE164']>

export const Instant = k.format('date-time') satisfies z.ZodType<Schemas['Instant']>

export const Account = z.strictObject({
  id: Id,
  name: z.string(),
  timezone: TimeZone,
  limits: AccountLimits,
  lines: AccountLines,
  ceilings: AccountCeilings,
  calling_hours: CallingHoursOrNull,
  attempt_limit: NullableAttemptLimit,
  caller_id: NullablePhoneE164,
  created_at: Instant,
}) satisfies z.ZodType<Schemas['Account']>

export const AccountEnvelope = z.strictObject({
  success: z.boolean(),
  data: Account,
}) satisfies z.ZodType<Schemas['AccountEnvelope']>

export const AnsweredBy = z.literal(['human', 'machine', 'unknown', null]) satisfies z.ZodType<Schemas['AnsweredBy']>

export const NullableInstant = k.format('date-time').nullable() satisfies z.ZodType<Schemas['NullableInstant']>

export const Disposition = z.literal([
  'answered',
  'busy',
  'no_answer',
  'rejected',
  'invalid_number',
  'failed',
  'canceled',
  'unknown',
  null,
]) satisfies z.ZodType<Schemas['Disposition']>

export const Attempt = z.strictObject({
  number: z.number().check(k.integer()).gte(1),
  dialed_at: Instant,
  ringing_at: NullableInstant,
  answered_at: NullableInstant,
  ended_at: NullableInstant,
  disposition: Disposition,
  carrier: z.string(),
  carrier_call_id: z.string().nullable(),
}) satisfies z.ZodType<Schemas['Attempt']>

export const CallDirection = z.literal(['outbound', 'inbound']) satisfies z.ZodType<Schemas['CallDirection']>

export const CallStatus = z.literal([
  'scheduled',
  'initiated',
  'ringing',
  'in_progress',
  'completed',
  'busy',
  'no_answer',
  'failed',
  'canceled',
]) satisfies z.ZodType<Schemas['CallStatus']>

export const NullableId = k
  .format('uuid')
  .regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/u)
  .nullable() satisfies z.ZodType<Schemas['NullableId']>

export const VersionSource = z.literal(['requested', 'production', 'current_configuration']) satisfies z.ZodType<
  Schemas['VersionSource']
>

export const FreeKeyValues = k.freeObject(null, { max: 100 }) satisfies z.ZodType<Schemas['FreeKeyValues']>

export const RecallPolicy = k.array(z.number().check(k.integer()).gte(1).lte(43200), { max: 10 }) satisfies z.ZodType<
  Schemas['RecallPolicy']
>

export const WaitingReason = z.literal([
  'calling_hours',
  'attempt_limit',
  'campaign_paused',
  'line',
  null,
]) satisfies z.ZodType<Schemas['WaitingReason']>

export const EndedReason = z.literal([
  'agent_hung_up',
  'callee_hung_up',
  'max_duration',
  'silence',
  'voicemail',
  'opted_out',
  'transferred',
  'agent_failed',
  'interrupted',
  'busy',
  'no_answer',
  'rejected',
  'invalid_number',
  'carrier_failed',
  'carrier_unknown',
  'canceled',
  'suppressed',
  null,
]) satisfies z.ZodType<Schemas['EndedReason']>

export const TranscriptTurn = z.strictObject({
  role: z.literal(['agent', 'callee']),
  text: z.string(),
  at: Instant,
}) satisfies z.ZodType<Schemas['TranscriptTurn']>

export const Call = z.strictObject({
  id: Id,
  direction: CallDirection,
  status: CallStatus,
  phone: NullablePhoneE164,
  from: z.string().nullable(),
  contact_id: NullableId,
  campaign_id: NullableId,
  playbook_id: Id,
  version_id: NullableId,
  version_source: VersionSource,
  requested_version_id: z.string().nullable(),
  params: FreeKeyValues,
  recall: RecallPolicy,
  launch_at: NullableInstant,
  next_attempt_at: NullableInstant,
  waiting_reason: WaitingReason,
  waiting_message: z.string().nullable(),
  attempt_count: z.number().check(k.integer()).gte(0),
  created_at: Instant,
  started_at: NullableInstant,
  answered_at: NullableInstant,
  ended_at: NullableInstant,
  duration: z.number().check(k.integer()).gte(0),
  answered_by: AnsweredBy,
  outcome: z.string().nullable(),
  summary: z.string().nullable(),
  ended_reason: EndedReason,
  attempts: k.array(Attempt).exactOptional(),
  transcript: k.array(TranscriptTurn).exactOptional(),
}) satisfies z.ZodType<Schemas['Call']>

export const CallCreated = z.strictObject({
  call_id: Id,
  status: z.literal(['initiated', 'scheduled']),
}) satisfies z.ZodType<Schemas['CallCreated']>

export const CallCreatedEnvelope = z.strictObject({
  success: z.boolean(),
  data: CallCreated,
}) satisfies z.ZodType<Schemas['CallCreatedEnvelope']>

export const CallEnvelope = z.strictObject({
  success: z.boolean(),
  data: Call,
}) satisfies z.ZodType<Schemas['CallEnvelope']>

export const CallPage = z.strictObject({
  items: k.array(Call, { max: 100 }),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
}) satisfies z.ZodType<Schemas['CallPage']>

export const CallListEnvelope = z.strictObject({
  success: z.boolean(),
  data: CallPage,
}) satisfies z.ZodType<Schemas['CallListEnvelope']>

export const CampaignStatus = z.literal([
  'scheduled',
  'running',
  'paused',
  'completed',
  'canceled',
]) satisfies z.ZodType<Schemas['CampaignStatus']>

export const ContactCounts = z.strictObject({
  received: z.number().check(k.integer()).gte(0),
  created: z.number().check(k.integer()).gte(0),
  updated: z.number().check(k.integer()).gte(0),
  duplicates: z.number().check(k.integer()).gte(0),
}) satisfies z.ZodType<Schemas['ContactCounts']>

export const CampaignProgress = z.strictObject({
  scheduled: z.number().check(k.integer()).gte(0),
  initiated: z.number().check(k.integer()).gte(0),
  ringing: z.number().check(k.integer()).gte(0),
  in_progress: z.number().check(k.integer()).gte(0),
  completed: z.number().check(k.integer()).gte(0),
  busy: z.number().check(k.integer()).gte(0),
  no_answer: z.number().check(k.integer()).gte(0),
  failed: z.number().check(k.integer()).gte(0),
  canceled: z.number().check(k.integer()).gte(0),
}) satisfies z.ZodType<Schemas['CampaignProgress']>

export const CampaignSkipped = z.strictObject({
  suppressed: z.number().check(k.integer()).gte(0),
}) satisfies z.ZodType<Schemas['CampaignSkipped']>

export const Campaign = z.strictObject({
  id: Id,
  name: z.string().nullable(),
  playbook_id: Id,
  version_id: NullableId,
  version_source: VersionSource,
  requested_version_id: z.string().nullable(),
  status: CampaignStatus,
  timezone: TimeZone,
  launch_at: NullableInstant,
  calling_hours: CallingHoursOrNull,
  recall: RecallPolicy,
  contacts: ContactCounts,
  calls: z.number().check(k.integer()).gte(0),
  created_at: Instant,
  ended_at: NullableInstant,
  stored: z.number().check(k.integer()).gte(0).exactOptional(),
  progress: CampaignProgress.exactOptional(),
  skipped: CampaignSkipped.exactOptional(),
}) satisfies z.ZodType<Schemas['Campaign']>

export const CampaignCreated = z.strictObject({
  campaign_id: Id,
  status: CampaignStatus,
  launch_at: NullableInstant,
  contacts: ContactCounts,
  calls: z.number().check(k.integer()).gte(0),
}) satisfies z.ZodType<Schemas['CampaignCreated']>

export const CampaignCreatedEnvelope = z.strictObject({
  success: z.boolean(),
  data: CampaignCreated,
  campaign_id: Id,
}) satisfies z.ZodType<Schemas['CampaignCreatedEnvelope']>

export const CampaignEnvelope = z.strictObject({
  success: z.boolean(),
  data: Campaign,
}) satisfies z.ZodType<Schemas['CampaignEnvelope']>

export const CampaignPage = z.strictObject({
  items: k.array(Campaign, { max: 100 }),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
}) satisfies z.ZodType<Schemas['CampaignPage']>

export const CampaignListEnvelope = z.strictObject({
  success: z.boolean(),
  data: CampaignPage,
}) satisfies z.ZodType<Schemas['CampaignListEnvelope']>

export const PhoneE164 = z.string().regex(/^\+[1-9][0-9]{6,14}$/u) satisfies z.ZodType<Schemas['PhoneE164']>

export const LocalDateTime = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$/u) satisfies z.ZodType<Schemas['LocalDateTime']>

export const PlannedDial = z.strictObject({
  phone: PhoneE164,
  first_name: z.string().nullable(),
  timezone: TimeZone,
  dial_at: Instant,
  local_time: LocalDateTime,
}) satisfies z.ZodType<Schemas['PlannedDial']>

export const CampaignPlan = z.strictObject({
  contacts: ContactCounts,
  calls: z.number().check(k.integer()).gte(0),
  skipped: CampaignSkipped,
  first_dial_at: NullableInstant,
  last_dial_at: NullableInstant,
  sample: k.array(PlannedDial, { max: 10 }),
}) satisfies z.ZodType<Schemas['CampaignPlan']>

export const CampaignPlanEnvelope = z.strictObject({
  success: z.boolean(),
  data: CampaignPlan,
}) satisfies z.ZodType<Schemas['CampaignPlanEnvelope']>

export const Contact = z.strictObject({
  id: Id,
  phone: PhoneE164,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  postal_code: z.string().nullable(),
  timezone: z.string().nullable(),
  utm_source: z.string().nullable(),
  utm_medium: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  utm_term: z.string().nullable(),
  utm_content: z.string().nullable(),
  custom_fields: k.freeObject(null, { max: 100 }),
  created_at: Instant,
  updated_at: Instant,
}) satisfies z.ZodType<Schemas['Contact']>

export const ContactEnvelope = z.strictObject({
  success: z.boolean(),
  data: Contact,
}) satisfies z.ZodType<Schemas['ContactEnvelope']>

export const ContactErased = z.strictObject({
  contact_id: Id,
  erased: z.boolean(),
  calls: z.number().check(k.integer()).gte(0),
}) satisfies z.ZodType<Schemas['ContactErased']>

export const ContactErasedEnvelope = z.strictObject({
  success: z.boolean(),
  data: ContactErased,
}) satisfies z.ZodType<Schemas['ContactErasedEnvelope']>

export const Phone = z
  .string()
  .check(k.maxLength(40))
  .regex(/^\+[1-9](?:[ .()-]*[0-9]){6,14}$/u) satisfies z.ZodType<Schemas['Phone']>

export const NullableFreeKeyValues = k.freeObject(null, { max: 100 }).nullable() satisfies z.ZodType<
  Schemas['NullableFreeKeyValues']
>

export const ContactInput = z.strictObject({
  phone: Phone,
  first_name: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  last_name: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  email: z.string().check(k.maxLength(320)).nullable().exactOptional(),
  company: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  job_title: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  address: z.string().check(k.maxLength(500)).nullable().exactOptional(),
  city: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  state: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  country: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  postal_code: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  timezone: z
    .string()
    .check(k.minLength(1))
    .check(k.maxLength(64))
    .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/u)
    .nullable()
    .exactOptional(),
  utm_source: z.string().check(k.maxLength(500)).nullable().exactOptional(),
  utm_medium: z.string().check(k.maxLength(500)).nullable().exactOptional(),
  utm_campaign: z.string().check(k.maxLength(500)).nullable().exactOptional(),
  utm_term: z.string().check(k.maxLength(500)).nullable().exactOptional(),
  utm_content: z.string().check(k.maxLength(500)).nullable().exactOptional(),
  custom_fields: NullableFreeKeyValues.exactOptional(),
}) satisfies z.ZodType<Schemas['ContactInput']>

export const ContactPage = z.strictObject({
  items: k.array(Contact, { max: 100 }),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
}) satisfies z.ZodType<Schemas['ContactPage']>

export const ContactListEnvelope = z.strictObject({
  success: z.boolean(),
  data: ContactPage,
}) satisfies z.ZodType<Schemas['ContactListEnvelope']>

export const VersionWish = z.string().check(k.maxLength(20000)).nullable() satisfies z.ZodType<Schemas['VersionWish']>

export const RecallText = z
  .string()
  .check(k.minLength(2))
  .check(k.maxLength(1000))
  .regex(/^\[ *(?:[1-9][0-9]{0,4} *(?:, *[1-9][0-9]{0,4} *){0,99})?\]$/u)
  .nullable() satisfies z.ZodType<Schemas['RecallText']>

export const RecallMinutes = k.array(z.number().check(k.integer()).gte(1).lte(43200), { max: 100 }) satisfies z.ZodType<
  Schemas['RecallMinutes']
>

export const Recall = k.oneOf(RecallText, RecallMinutes) satisfies z.ZodType<Schemas['Recall']>

export const LaunchAt = z
  .string()
  .check(k.maxLength(40))
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})?$/u)
  .nullable() satisfies z.ZodType<Schemas['LaunchAt']>

export const NullableTimeZone = z
  .string()
  .check(k.minLength(1))
  .check(k.maxLength(64))
  .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/u)
  .nullable() satisfies z.ZodType<Schemas['NullableTimeZone']>

export const CreateCall = z.strictObject({
  phone: Phone,
  playbook_id: Id,
  params: NullableFreeKeyValues.exactOptional(),
  firstname: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  lastname: z.string().check(k.maxLength(200)).nullable().exactOptional(),
  version_id: VersionWish.exactOptional(),
  recall: Recall.exactOptional(),
  launch_at: LaunchAt.exactOptional(),
  timezone: NullableTimeZone.exactOptional(),
}) satisfies z.ZodType<Schemas['CreateCall']>

export const CreateCampaign = z.strictObject({
  playbook_id: Id,
  contacts: k.array(ContactInput, { min: 1, max: 100000 }),
  launch_at: LaunchAt.exactOptional(),
  recall: Recall.exactOptional(),
  version_id: VersionWish.exactOptional(),
  name: z.string().check(k.minLength(1)).check(k.maxLength(200)).nullable().exactOptional(),
  timezone: NullableTimeZone.exactOptional(),
  calling_hours: CallingHoursOrNull.exactOptional(),
}) satisfies z.ZodType<Schemas['CreateCampaign']>

export const CreateNumber = z.strictObject({
  phone: Phone,
  playbook_id: Id,
  label: z.string().check(k.minLength(1)).check(k.maxLength(200)).nullable().exactOptional(),
}) satisfies z.ZodType<Schemas['CreateNumber']>

export const NullableTemplate = z.string().check(k.maxLength(10000)).nullable() satisfies z.ZodType<
  Schemas['NullableTemplate']
>

export const Voicemail = z
  .strictObject({
    action: z.literal(['hangup', 'message']),
    message: NullableTemplate.exactOptional(),
    retry: z.boolean().nullable().exactOptional(),
  })
  .nullable() satisfies z.ZodType<Schemas['Voicemail']>

export const Silence = z
  .strictObject({
    prompt_after_s: z.number().check(k.integer()).gte(1).lte(120).nullable().exactOptional(),
    message: NullableTemplate.exactOptional(),
    max: z.number().check(k.integer()).gte(0).lte(10).nullable().exactOptional(),
  })
  .nullable() satisfies z.ZodType<Schemas['Silence']>

export const NullablePhone = z
  .string()
  .check(k.maxLength(40))
  .regex(/^\+[1-9](?:[ .()-]*[0-9]){6,14}$/u)
  .nullable() satisfies z.ZodType<Schemas['NullablePhone']>

export const Template = z.string().check(k.maxLength(10000)) satisfies z.ZodType<Schemas['Template']>

export const ScriptExpectation = z.strictObject({
  match: z.string().check(k.minLength(1)).check(k.maxLength(1000)),
  goto: z
    .string()
    .check(k.maxLength(50))
    .regex(/^[a-z][a-z0-9_]{0,49}$/u)
    .nullable()
    .exactOptional(),
  outcome: z.string().check(k.minLength(1)).check(k.maxLength(100)).nullable().exactOptional(),
}) satisfies z.ZodType<Schemas['ScriptExpectation']>

export const ScriptStep = z.strictObject({
  id: z
    .string()
    .check(k.maxLength(50))
    .regex(/^[a-z][a-z0-9_]{0,49}$/u)
    .nullable()
    .exactOptional(),
  say: Template,
  expect: k.array(ScriptExpectation, { max: 50 }).nullable().exactOptional(),
  else: z
    .string()
    .check(k.maxLength(50))
    .regex(/^[a-z][a-z0-9_]{0,49}$/u)
    .nullable()
    .exactOptional(),
}) satisfies z.ZodType<Schemas['ScriptStep']>

export const PlaybookConfig = z.strictObject({
  agent: z.literal(['scripted', 'llm']),
  first_message: NullableTemplate.exactOptional(),
  prompt: NullableTemplate.exactOptional(),
  model: z.string().check(k.minLength(1)).check(k.maxLength(100)).nullable().exactOptional(),
  temperature: z.number().gte(0).lte(2).nullable().exactOptional(),
  language: z
    .string()
    .check(k.maxLength(35))
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/u)
    .nullable()
    .exactOptional(),
  voice: z.string().check(k.minLength(1)).check(k.maxLength(100)).nullable().exactOptional(),
  end_message: NullableTemplate.exactOptional(),
  error_message: NullableTemplate.exactOptional(),
  voicemail: Voicemail.exactOptional(),
  max_duration_s: z.number().check(k.integer()).gte(10).lte(14400).nullable().exactOptional(),
  silence: Silence.exactOptional(),
  interruptible: z.boolean().nullable().exactOptional(),
  transfer_number: NullablePhone.exactOptional(),
  outcomes: k
    .array(z.string().check(k.minLength(1)).check(k.maxLength(100)), { max: 100, unique: true })
    .nullable()
    .exactOptional(),
  variables: NullableFreeKeyValues.exactOptional(),
  tools: k.array(FreeKeyValues, { max: 50 }).nullable().exactOptional(),
  script: k.array(ScriptStep, { max: 200 }).nullable().exactOptional(),
}) satisfies z.ZodType<Schemas['PlaybookConfig']>

export const CreatePlaybook = z.strictObject({
  name: z.string().check(k.minLength(1)).check(k.maxLength(200)),
  config: PlaybookConfig,
}) satisfies z.ZodType<Schemas['CreatePlaybook']>

export const CreateSuppression = z.strictObject({
  phone: Phone,
  note: z.string().check(k.minLength(1)).check(k.maxLength(500)).nullable().exactOptional(),
}) satisfies z.ZodType<Schemas['CreateSuppression']>

export const Scope = z.literal([
  'calls:read',
  'calls:write',
  'campaigns:read',
  'campaigns:write',
  'playbooks:read',
  'playbooks:write',
  'contacts:read',
  'contacts:write',
  'numbers:read',
  'numbers:write',
  'tokens:read',
  'tokens:write',
  'account:read',
  'account:write',
  'suppressions:read',
  'suppressions:write',
]) satisfies z.ZodType<Schemas['Scope']>

export const NullablePointInTime = k.format('date-time').nullable() satisfies z.ZodType<Schemas['NullablePointInTime']>

export const CreateToken = z.strictObject({
  name: z.string().check(k.minLength(1)).check(k.maxLength(200)),
  scopes: k.array(Scope, { min: 1, max: 16, unique: true }),
  expires_at: NullablePointInTime.exactOptional(),
}) satisfies z.ZodType<Schemas['CreateToken']>

export const CreateVersion = z.strictObject({
  message: z.string().check(k.minLength(1)).check(k.maxLength(1000)),
}) satisfies z.ZodType<Schemas['CreateVersion']>

export const ErrorCode = z.literal([
  'invalid_request',
  'invalid_json',
  'invalid_phone',
  'invalid_recall',
  'invalid_launch_at',
  'invalid_timezone',
  'invalid_cursor',
  'invalid_config',
  'invalid_calling_hours',
  'above_ceiling',
  'number_forbidden',
  'unverified_caller_id',
  'unauthorized',
  'insufficient_scope',
  'playbook_forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'number_taken',
  'idempotency_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'rate_limited',
  'internal_error',
  'unavailable',
]) satisfies z.ZodType<Schemas['ErrorCode']>

export const ErrorDetail = z.strictObject({
  in: z.literal(['body', 'path', 'query', 'header']),
  pointer: z.string(),
  code: ErrorCode,
  message: z.string(),
}) satisfies z.ZodType<Schemas['ErrorDetail']>

export const ErrorBody = z.strictObject({
  code: ErrorCode,
  message: z.string(),
  request_id: Id,
  details: k.array(ErrorDetail, { max: 100 }).exactOptional(),
  retry_after: z.number().check(k.integer()).gte(1).exactOptional(),
}) satisfies z.ZodType<Schemas['ErrorBody']>

export const ErrorEnvelope = z.strictObject({
  success: z.boolean(),
  error: ErrorBody,
}) satisfies z.ZodType<Schemas['ErrorEnvelope']>

export const FieldChange = z.strictObject({
  pointer: z.string(),
  from: k.anything().exactOptional(),
  to: k.anything().exactOptional(),
}) satisfies z.ZodType<Schemas['FieldChange']>

export const InboundRefusal = z.literal(['unknown_number', 'no_line', null]) satisfies z.ZodType<
  Schemas['InboundRefusal']
>

export const InboundCallSimulated = z.strictObject({
  accepted: z.boolean(),
  call_id: NullableId,
  reason: InboundRefusal,
}) satisfies z.ZodType<Schemas['InboundCallSimulated']>

export const InboundCallSimulatedEnvelope = z.strictObject({
  success: z.boolean(),
  data: InboundCallSimulated,
}) satisfies z.ZodType<Schemas['InboundCallSimulatedEnvelope']>

export const JsonPatchOperation = z.strictObject({
  op: z.literal(['add', 'remove', 'replace']),
  path: z.string(),
  value: k.anything().exactOptional(),
}) satisfies z.ZodType<Schemas['JsonPatchOperation']>

export const PhoneNumber = z.strictObject({
  id: Id,
  phone: PhoneE164,
  playbook_id: Id,
  label: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
}) satisfies z.ZodType<Schemas['PhoneNumber']>

export const NumberEnvelope = z.strictObject({
  success: z.boolean(),
  data: PhoneNumber,
}) satisfies z.ZodType<Schemas['NumberEnvelope']>

export const NumberPage = z.strictObject({
  items: k.array(PhoneNumber, { max: 100 }),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
}) satisfies z.ZodType<Schemas['NumberPage']>

export const NumberListEnvelope = z.strictObject({
  success: z.boolean(),
  data: NumberPage,
}) satisfies z.ZodType<Schemas['NumberListEnvelope']>

export const Playbook = z.strictObject({
  id: Id,
  name: z.string(),
  config: PlaybookConfig,
  production_version_id: NullableId,
  created_at: Instant,
  updated_at: Instant,
}) satisfies z.ZodType<Schemas['Playbook']>

export const PlaybookEnvelope = z.strictObject({
  success: z.boolean(),
  data: Playbook,
}) satisfies z.ZodType<Schemas['PlaybookEnvelope']>

export const PlaybookPage = z.strictObject({
  items: k.array(Playbook, { max: 100 }),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
}) satisfies z.ZodType<Schemas['PlaybookPage']>

export const PlaybookListEnvelope = z.strictObject({
  success: z.boolean(),
  data: PlaybookPage,
}) satisfies z.ZodType<Schemas['PlaybookListEnvelope']>

export const PointInTime = k.format('date-time') satisfies z.ZodType<Schemas['PointInTime']>

export const SimulateInboundCall = z.strictObject({
  from: Phone,
  to: Phone,
}) satisfies z.ZodType<Schemas['SimulateInboundCall']>

export const Suppression = z.strictObject({
  id: Id,
  phone: NullablePhoneE164,
  reason: z.literal(['request', 'opt_out']),
  note: z.string().nullable(),
  call_id: NullableId,
  created_at: Instant,
}) satisfies z.ZodType<Schemas['Suppression']>

export const SuppressionEnvelope = z.strictObject({
  success: z.boolean(),
  data: Suppression,
}) satisfies z.ZodType<Schemas['SuppressionEnvelope']>

export const SuppressionPage = z.strictObject({
  items: k.array(Suppression, { max: 100 }),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
}) satisfies z.ZodType<Schemas['SuppressionPage']>

export const SuppressionListEnvelope = z.strictObject({
  success: z.boolean(),
  data: SuppressionPage,
}) satisfies z.ZodType<Schemas['SuppressionListEnvelope']>

export const Token = z.strictObject({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  scopes: k.array(Scope),
  created_at: Instant,
  expires_at: NullableInstant,
  revoked_at: NullableInstant,
  last_used_at: NullableInstant,
}) satisfies z.ZodType<Schemas['Token']>

export const TokenCreated = z.strictObject({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  scopes: k.array(Scope),
  created_at: Instant,
  expires_at: NullableInstant,
  revoked_at: NullableInstant,
  last_used_at: NullableInstant,
  token: z.string().regex(/^pc_[0-9A-Za-z]{36}$/u),
}) satisfies z.ZodType<Schemas['TokenCreated']>

export const TokenCreatedEnvelope = z.strictObject({
  success: z.boolean(),
  data: TokenCreated,
}) satisfies z.ZodType<Schemas['TokenCreatedEnvelope']>

export const TokenEnvelope = z.strictObject({
  success: z.boolean(),
  data: Token,
}) satisfies z.ZodType<Schemas['TokenEnvelope']>

export const TokenPage = z.strictObject({
  items: k.array(Token, { max: 100 }),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
}) satisfies z.ZodType<Schemas['TokenPage']>

export const TokenListEnvelope = z.strictObject({
  success: z.boolean(),
  data: TokenPage,
}) satisfies z.ZodType<Schemas['TokenListEnvelope']>

export const UpdateAccountLimits = z
  .strictObject({
    per_second: z.number().check(k.integer()).gte(1).lte(100000).exactOptional(),
    per_minute: z.number().check(k.integer()).gte(1).lte(6000000).exactOptional(),
  })
  .check(k.minProperties(1)) satisfies z.ZodType<Schemas['UpdateAccountLimits']>

export const UpdateAccountLines = z
  .strictObject({
    calls_per_second: z.number().check(k.integer()).gte(1).lte(10000).nullable().exactOptional(),
    calls_at_once: z.number().check(k.integer()).gte(1).lte(100000).nullable().exactOptional(),
    reserved_for_inbound: z.number().check(k.integer()).gte(0).lte(1000).exactOptional(),
  })
  .check(k.minProperties(1)) satisfies z.ZodType<Schemas['UpdateAccountLines']>

export const UpdateAccount = z
  .strictObject({
    name: z.string().check(k.minLength(1)).check(k.maxLength(200)).exactOptional(),
    timezone: TimeZone.exactOptional(),
    limits: UpdateAccountLimits.exactOptional(),
    lines: UpdateAccountLines.exactOptional(),
    calling_hours: CallingHoursOrNull.exactOptional(),
    attempt_limit: NullableAttemptLimit.exactOptional(),
    caller_id: NullablePhone.exactOptional(),
  })
  .check(k.minProperties(1)) satisfies z.ZodType<Schemas['UpdateAccount']>

export const UpdateNumber = z
  .strictObject({
    playbook_id: Id.exactOptional(),
    label: z.string().check(k.minLength(1)).check(k.maxLength(200)).nullable().exactOptional(),
  })
  .check(k.minProperties(1)) satisfies z.ZodType<Schemas['UpdateNumber']>

export const UpdatePlaybook = z
  .strictObject({
    name: z.string().check(k.minLength(1)).check(k.maxLength(200)).exactOptional(),
    config: PlaybookConfig.exactOptional(),
  })
  .check(k.minProperties(1)) satisfies z.ZodType<Schemas['UpdatePlaybook']>

export const Version = z.strictObject({
  version_id: Id,
  playbook_id: Id,
  number: z.number().check(k.integer()).gte(1),
  message: z.string(),
  created_at: Instant,
  created_by: z.string(),
  config: PlaybookConfig,
  config_hash: z.string().regex(/^[0-9a-f]{64}$/u),
  restored_from_version_id: NullableId,
  production: z.boolean(),
}) satisfies z.ZodType<Schemas['Version']>

export const VersionComparison = z.strictObject({
  from: z.string(),
  to: z.string(),
  identical: z.boolean(),
  operations: k.array(JsonPatchOperation),
  changes: k.array(FieldChange),
}) satisfies z.ZodType<Schemas['VersionComparison']>

export const VersionComparisonEnvelope = z.strictObject({
  success: z.boolean(),
  data: VersionComparison,
}) satisfies z.ZodType<Schemas['VersionComparisonEnvelope']>

export const VersionEnvelope = z.strictObject({
  success: z.boolean(),
  data: Version,
}) satisfies z.ZodType<Schemas['VersionEnvelope']>

export const VersionPage = z.strictObject({
  items: k.array(Version, { max: 100 }),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
}) satisfies z.ZodType<Schemas['VersionPage']>

export const VersionListEnvelope = z.strictObject({
  success: z.boolean(),
  data: VersionPage,
}) satisfies z.ZodType<Schemas['VersionListEnvelope']>
