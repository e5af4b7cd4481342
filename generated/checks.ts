// Generated, do not edit: by `bun scripts/generate.ts` from the contract with sha256 ad7158db1cf9faf3bbda6648c00c6bf1773c59dc292e1f94b06412c8dbd6f833
import * as k from '../src/http/keywords.ts'
import type { OperationId } from './operations.ts'

const pattern1 = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/u
const pattern2 = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/u
const pattern3 = /^([01][0-9]|2[0-3]):[0-5][0-9]$/u
const pattern4 = /^(00:0[1-9]|00:[1-5][0-9]|0[1-9]:[0-5][0-9]|1[0-9]:[0-5][0-9]|2[0-3]:[0-5][0-9]|24:00)$/u
const pattern5 = /^\+[1-9](?:[ .()-]*[0-9]){6,14}$/u
const pattern6 = /^\[ *(?:[1-9][0-9]{0,4} *(?:, *[1-9][0-9]{0,4} *){0,99})?\]$/u
const pattern7 = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})?$/u
const pattern8 = /^[a-z][a-z0-9_]{0,49}$/u
const pattern9 = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/u

export function isId(value: unknown): boolean {
  return typeof value === 'string' && k.FORMATS['uuid'](value) && pattern1.test(value)
}

export function isTimeZone(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    (value.length <= 64 || k.hasAtMost(value, 64)) &&
    pattern2.test(value)
  )
}

export function isWeekday(value: unknown): boolean {
  return (
    value === 'mon' ||
    value === 'tue' ||
    value === 'wed' ||
    value === 'thu' ||
    value === 'fri' ||
    value === 'sat' ||
    value === 'sun'
  )
}

export function isCallingWindow_days(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const items: unknown[] = value
  if (items.length < 1) return false
  if (items.length > 7) return false
  for (const item of items) if (!isWeekday(item)) return false
  return k.areDistinct(items)
}

export function isCallingWindow(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'days':
        if (!isCallingWindow_days(item)) return false
        required++
        break
      case 'from':
        if (!(typeof item === 'string' && (item.length <= 5 || k.hasAtMost(item, 5)) && pattern3.test(item)))
          return false
        required++
        break
      case 'to':
        if (!(typeof item === 'string' && (item.length <= 5 || k.hasAtMost(item, 5)) && pattern4.test(item)))
          return false
        required++
        break
      default:
        return false
    }
  }
  return required === 3
}

export function isCallingHoursOrNull_windows(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const items: unknown[] = value
  if (items.length < 1) return false
  if (items.length > 21) return false
  for (const item of items) if (!isCallingWindow(item)) return false
  return true
}

export function isCallingHoursOrNull(value: unknown): boolean {
  if (value === null) return true
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'windows':
        if (!isCallingHoursOrNull_windows(item)) return false
        required++
        break
      default:
        return false
    }
  }
  return required === 1
}

export function isNullableAttemptLimit(value: unknown): boolean {
  if (value === null) return true
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'max':
        if (!(typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= 100)) return false
        required++
        break
      case 'window_hours':
        if (!(typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= 720)) return false
        required++
        break
      default:
        return false
    }
  }
  return required === 2
}

export function isFreeKeyValues(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let count = 0
  for (const key in value) {
    count++
    if (count > 100) return false
  }
  return true
}

export function isPhone(value: unknown): boolean {
  return typeof value === 'string' && (value.length <= 40 || k.hasAtMost(value, 40)) && pattern5.test(value)
}

export function isNullableFreeKeyValues(value: unknown): boolean {
  if (value === null) return true
  if (!k.isObject(value)) return false
  let count = 0
  for (const key in value) {
    count++
    if (count > 100) return false
  }
  return true
}

export function isContactInput(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'phone':
        if (!isPhone(item)) return false
        required++
        break
      case 'first_name':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'last_name':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'email':
        if (!(item === null || (typeof item === 'string' && (item.length <= 320 || k.hasAtMost(item, 320)))))
          return false
        break
      case 'company':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'job_title':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'address':
        if (!(item === null || (typeof item === 'string' && (item.length <= 500 || k.hasAtMost(item, 500)))))
          return false
        break
      case 'city':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'state':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'country':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'postal_code':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'timezone':
        if (!(
          item === null ||
          (typeof item === 'string' &&
            item.length > 0 &&
            (item.length <= 64 || k.hasAtMost(item, 64)) &&
            pattern2.test(item))
        ))
          return false
        break
      case 'utm_source':
        if (!(item === null || (typeof item === 'string' && (item.length <= 500 || k.hasAtMost(item, 500)))))
          return false
        break
      case 'utm_medium':
        if (!(item === null || (typeof item === 'string' && (item.length <= 500 || k.hasAtMost(item, 500)))))
          return false
        break
      case 'utm_campaign':
        if (!(item === null || (typeof item === 'string' && (item.length <= 500 || k.hasAtMost(item, 500)))))
          return false
        break
      case 'utm_term':
        if (!(item === null || (typeof item === 'string' && (item.length <= 500 || k.hasAtMost(item, 500)))))
          return false
        break
      case 'utm_content':
        if (!(item === null || (typeof item === 'string' && (item.length <= 500 || k.hasAtMost(item, 500)))))
          return false
        break
      case 'custom_fields':
        if (!isNullableFreeKeyValues(item)) return false
        break
      default:
        return false
    }
  }
  return required === 1
}

export function isVersionWish(value: unknown): boolean {
  return value === null || (typeof value === 'string' && (value.length <= 20000 || k.hasAtMost(value, 20000)))
}

export function isRecallText(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'string' &&
      k.hasAtLeast(value, 2) &&
      (value.length <= 1000 || k.hasAtMost(value, 1000)) &&
      pattern6.test(value))
  )
}

export function isRecallMinutes(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const items: unknown[] = value
  if (items.length > 100) return false
  for (const item of items)
    if (!(typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= 43200)) return false
  return true
}

export function isRecall(value: unknown): boolean {
  return Number(isRecallText(value)) + Number(isRecallMinutes(value)) === 1
}

export function isLaunchAt(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'string' && (value.length <= 40 || k.hasAtMost(value, 40)) && pattern7.test(value))
  )
}

export function isNullableTimeZone(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'string' &&
      value.length > 0 &&
      (value.length <= 64 || k.hasAtMost(value, 64)) &&
      pattern2.test(value))
  )
}

export function isCreateCall(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'phone':
        if (!isPhone(item)) return false
        required++
        break
      case 'playbook_id':
        if (!isId(item)) return false
        required++
        break
      case 'params':
        if (!isNullableFreeKeyValues(item)) return false
        break
      case 'firstname':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'lastname':
        if (!(item === null || (typeof item === 'string' && (item.length <= 200 || k.hasAtMost(item, 200)))))
          return false
        break
      case 'version_id':
        if (!isVersionWish(item)) return false
        break
      case 'recall':
        if (!isRecall(item)) return false
        break
      case 'launch_at':
        if (!isLaunchAt(item)) return false
        break
      case 'timezone':
        if (!isNullableTimeZone(item)) return false
        break
      default:
        return false
    }
  }
  return required === 2
}

export function isCreateCampaign_contacts(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const items: unknown[] = value
  if (items.length < 1) return false
  if (items.length > 100000) return false
  for (const item of items) if (!isContactInput(item)) return false
  return true
}

export function isCreateCampaign(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'playbook_id':
        if (!isId(item)) return false
        required++
        break
      case 'contacts':
        if (!isCreateCampaign_contacts(item)) return false
        required++
        break
      case 'launch_at':
        if (!isLaunchAt(item)) return false
        break
      case 'recall':
        if (!isRecall(item)) return false
        break
      case 'version_id':
        if (!isVersionWish(item)) return false
        break
      case 'name':
        if (!(
          item === null ||
          (typeof item === 'string' && item.length > 0 && (item.length <= 200 || k.hasAtMost(item, 200)))
        ))
          return false
        break
      case 'timezone':
        if (!isNullableTimeZone(item)) return false
        break
      case 'calling_hours':
        if (!isCallingHoursOrNull(item)) return false
        break
      default:
        return false
    }
  }
  return required === 2
}

export function isCreateNumber(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'phone':
        if (!isPhone(item)) return false
        required++
        break
      case 'playbook_id':
        if (!isId(item)) return false
        required++
        break
      case 'label':
        if (!(
          item === null ||
          (typeof item === 'string' && item.length > 0 && (item.length <= 200 || k.hasAtMost(item, 200)))
        ))
          return false
        break
      default:
        return false
    }
  }
  return required === 2
}

export function isNullableTemplate(value: unknown): boolean {
  return value === null || (typeof value === 'string' && (value.length <= 10000 || k.hasAtMost(value, 10000)))
}

export function isVoicemail(value: unknown): boolean {
  if (value === null) return true
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'action':
        if (!(item === 'hangup' || item === 'message')) return false
        required++
        break
      case 'message':
        if (!isNullableTemplate(item)) return false
        break
      case 'retry':
        if (!(item === null || typeof item === 'boolean')) return false
        break
      default:
        return false
    }
  }
  return required === 1
}

export function isSilence(value: unknown): boolean {
  if (value === null) return true
  if (!k.isObject(value)) return false
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'prompt_after_s':
        if (!(item === null || (typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= 120)))
          return false
        break
      case 'message':
        if (!isNullableTemplate(item)) return false
        break
      case 'max':
        if (!(item === null || (typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 10)))
          return false
        break
      default:
        return false
    }
  }
  return true
}

export function isNullablePhone(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'string' && (value.length <= 40 || k.hasAtMost(value, 40)) && pattern5.test(value))
  )
}

export function isTemplate(value: unknown): boolean {
  return typeof value === 'string' && (value.length <= 10000 || k.hasAtMost(value, 10000))
}

export function isScriptExpectation(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'match':
        if (!(typeof item === 'string' && item.length > 0 && (item.length <= 1000 || k.hasAtMost(item, 1000))))
          return false
        required++
        break
      case 'goto':
        if (!(
          item === null ||
          (typeof item === 'string' && (item.length <= 50 || k.hasAtMost(item, 50)) && pattern8.test(item))
        ))
          return false
        break
      case 'outcome':
        if (!(
          item === null ||
          (typeof item === 'string' && item.length > 0 && (item.length <= 100 || k.hasAtMost(item, 100)))
        ))
          return false
        break
      default:
        return false
    }
  }
  return required === 1
}

export function isScriptStep_expect(value: unknown): boolean {
  if (value === null) return true
  if (!Array.isArray(value)) return false
  const items: unknown[] = value
  if (items.length > 50) return false
  for (const item of items) if (!isScriptExpectation(item)) return false
  return true
}

export function isScriptStep(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'id':
        if (!(
          item === null ||
          (typeof item === 'string' && (item.length <= 50 || k.hasAtMost(item, 50)) && pattern8.test(item))
        ))
          return false
        break
      case 'say':
        if (!isTemplate(item)) return false
        required++
        break
      case 'expect':
        if (!isScriptStep_expect(item)) return false
        break
      case 'else':
        if (!(
          item === null ||
          (typeof item === 'string' && (item.length <= 50 || k.hasAtMost(item, 50)) && pattern8.test(item))
        ))
          return false
        break
      default:
        return false
    }
  }
  return required === 1
}

export function isPlaybookConfig_outcomes(value: unknown): boolean {
  if (value === null) return true
  if (!Array.isArray(value)) return false
  const items: unknown[] = value
  if (items.length > 100) return false
  for (const item of items)
    if (!(typeof item === 'string' && item.length > 0 && (item.length <= 100 || k.hasAtMost(item, 100)))) return false
  return k.areDistinct(items)
}

export function isPlaybookConfig_tools(value: unknown): boolean {
  if (value === null) return true
  if (!Array.isArray(value)) return false
  const items: unknown[] = value
  if (items.length > 50) return false
  for (const item of items) if (!isFreeKeyValues(item)) return false
  return true
}

export function isPlaybookConfig_script(value: unknown): boolean {
  if (value === null) return true
  if (!Array.isArray(value)) return false
  const items: unknown[] = value
  if (items.length > 200) return false
  for (const item of items) if (!isScriptStep(item)) return false
  return true
}

export function isPlaybookConfig(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'agent':
        if (!(item === 'scripted' || item === 'llm')) return false
        required++
        break
      case 'first_message':
        if (!isNullableTemplate(item)) return false
        break
      case 'prompt':
        if (!isNullableTemplate(item)) return false
        break
      case 'model':
        if (!(
          item === null ||
          (typeof item === 'string' && item.length > 0 && (item.length <= 100 || k.hasAtMost(item, 100)))
        ))
          return false
        break
      case 'temperature':
        if (!(item === null || (typeof item === 'number' && Number.isFinite(item) && item >= 0 && item <= 2)))
          return false
        break
      case 'language':
        if (!(
          item === null ||
          (typeof item === 'string' && (item.length <= 35 || k.hasAtMost(item, 35)) && pattern9.test(item))
        ))
          return false
        break
      case 'voice':
        if (!(
          item === null ||
          (typeof item === 'string' && item.length > 0 && (item.length <= 100 || k.hasAtMost(item, 100)))
        ))
          return false
        break
      case 'end_message':
        if (!isNullableTemplate(item)) return false
        break
      case 'error_message':
        if (!isNullableTemplate(item)) return false
        break
      case 'voicemail':
        if (!isVoicemail(item)) return false
        break
      case 'max_duration_s':
        if (!(item === null || (typeof item === 'number' && Number.isInteger(item) && item >= 10 && item <= 14400)))
          return false
        break
      case 'silence':
        if (!isSilence(item)) return false
        break
      case 'interruptible':
        if (!(item === null || typeof item === 'boolean')) return false
        break
      case 'transfer_number':
        if (!isNullablePhone(item)) return false
        break
      case 'outcomes':
        if (!isPlaybookConfig_outcomes(item)) return false
        break
      case 'variables':
        if (!isNullableFreeKeyValues(item)) return false
        break
      case 'tools':
        if (!isPlaybookConfig_tools(item)) return false
        break
      case 'script':
        if (!isPlaybookConfig_script(item)) return false
        break
      default:
        return false
    }
  }
  return required === 1
}

export function isCreatePlaybook(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'name':
        if (!(typeof item === 'string' && item.length > 0 && (item.length <= 200 || k.hasAtMost(item, 200))))
          return false
        required++
        break
      case 'config':
        if (!isPlaybookConfig(item)) return false
        required++
        break
      default:
        return false
    }
  }
  return required === 2
}

export function isCreateSuppression(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'phone':
        if (!isPhone(item)) return false
        required++
        break
      case 'note':
        if (!(
          item === null ||
          (typeof item === 'string' && item.length > 0 && (item.length <= 500 || k.hasAtMost(item, 500)))
        ))
          return false
        break
      default:
        return false
    }
  }
  return required === 1
}

export function isScope(value: unknown): boolean {
  return (
    value === 'calls:read' ||
    value === 'calls:write' ||
    value === 'campaigns:read' ||
    value === 'campaigns:write' ||
    value === 'playbooks:read' ||
    value === 'playbooks:write' ||
    value === 'contacts:read' ||
    value === 'contacts:write' ||
    value === 'numbers:read' ||
    value === 'numbers:write' ||
    value === 'tokens:read' ||
    value === 'tokens:write' ||
    value === 'account:read' ||
    value === 'account:write' ||
    value === 'suppressions:read' ||
    value === 'suppressions:write'
  )
}

export function isNullablePointInTime(value: unknown): boolean {
  return value === null || (typeof value === 'string' && k.FORMATS['date-time'](value))
}

export function isCreateToken_scopes(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const items: unknown[] = value
  if (items.length < 1) return false
  if (items.length > 16) return false
  for (const item of items) if (!isScope(item)) return false
  return k.areDistinct(items)
}

export function isCreateToken(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'name':
        if (!(typeof item === 'string' && item.length > 0 && (item.length <= 200 || k.hasAtMost(item, 200))))
          return false
        required++
        break
      case 'scopes':
        if (!isCreateToken_scopes(item)) return false
        required++
        break
      case 'expires_at':
        if (!isNullablePointInTime(item)) return false
        break
      default:
        return false
    }
  }
  return required === 2
}

export function isCreateVersion(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'message':
        if (!(typeof item === 'string' && item.length > 0 && (item.length <= 1000 || k.hasAtMost(item, 1000))))
          return false
        required++
        break
      default:
        return false
    }
  }
  return required === 1
}

export function isSimulateInboundCall(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let required = 0
  for (const key in value) {
    const item = value[key]
    switch (key) {
      case 'from':
        if (!isPhone(item)) return false
        required++
        break
      case 'to':
        if (!isPhone(item)) return false
        required++
        break
      default:
        return false
    }
  }
  return required === 2
}

export function isUpdateAccountLimits(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let count = 0
  for (const key in value) {
    count++
    const item = value[key]
    switch (key) {
      case 'per_second':
        if (!(typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= 100000)) return false
        break
      case 'per_minute':
        if (!(typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= 6000000)) return false
        break
      default:
        return false
    }
  }
  return count >= 1
}

export function isUpdateAccountLines(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let count = 0
  for (const key in value) {
    count++
    const item = value[key]
    switch (key) {
      case 'calls_per_second':
        if (!(item === null || (typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= 10000)))
          return false
        break
      case 'calls_at_once':
        if (!(item === null || (typeof item === 'number' && Number.isInteger(item) && item >= 1 && item <= 100000)))
          return false
        break
      case 'reserved_for_inbound':
        if (!(typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 1000)) return false
        break
      default:
        return false
    }
  }
  return count >= 1
}

export function isUpdateAccount(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let count = 0
  for (const key in value) {
    count++
    const item = value[key]
    switch (key) {
      case 'name':
        if (!(typeof item === 'string' && item.length > 0 && (item.length <= 200 || k.hasAtMost(item, 200))))
          return false
        break
      case 'timezone':
        if (!isTimeZone(item)) return false
        break
      case 'limits':
        if (!isUpdateAccountLimits(item)) return false
        break
      case 'lines':
        if (!isUpdateAccountLines(item)) return false
        break
      case 'calling_hours':
        if (!isCallingHoursOrNull(item)) return false
        break
      case 'attempt_limit':
        if (!isNullableAttemptLimit(item)) return false
        break
      case 'caller_id':
        if (!isNullablePhone(item)) return false
        break
      default:
        return false
    }
  }
  return count >= 1
}

export function isUpdateNumber(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let count = 0
  for (const key in value) {
    count++
    const item = value[key]
    switch (key) {
      case 'playbook_id':
        if (!isId(item)) return false
        break
      case 'label':
        if (!(
          item === null ||
          (typeof item === 'string' && item.length > 0 && (item.length <= 200 || k.hasAtMost(item, 200)))
        ))
          return false
        break
      default:
        return false
    }
  }
  return count >= 1
}

export function isUpdatePlaybook(value: unknown): boolean {
  if (!k.isObject(value)) return false
  let count = 0
  for (const key in value) {
    count++
    const item = value[key]
    switch (key) {
      case 'name':
        if (!(typeof item === 'string' && item.length > 0 && (item.length <= 200 || k.hasAtMost(item, 200))))
          return false
        break
      case 'config':
        if (!isPlaybookConfig(item)) return false
        break
      default:
        return false
    }
  }
  return count >= 1
}

/** Whether a body, parsed from JSON, is one for the operation; null for an operation that has none. */
export const bodyChecks: Record<OperationId, ((value: unknown) => boolean) | null> = {
  createCall: isCreateCall,
  listCalls: null,
  getCall: null,
  cancelCall: null,
  createCampaign: isCreateCampaign,
  planCampaign: isCreateCampaign,
  listCampaigns: null,
  getCampaign: null,
  pauseCampaign: null,
  resumeCampaign: null,
  cancelCampaign: null,
  listPlaybooks: null,
  createPlaybook: isCreatePlaybook,
  getPlaybook: null,
  updatePlaybook: isUpdatePlaybook,
  listVersions: null,
  createVersion: isCreateVersion,
  getVersion: null,
  markProduction: null,
  restoreVersion: null,
  compareVersions: null,
  listContacts: null,
  upsertContact: isContactInput,
  getContact: null,
  eraseContact: null,
  listNumbers: null,
  createNumber: isCreateNumber,
  getNumber: null,
  deleteNumber: null,
  updateNumber: isUpdateNumber,
  listSuppressions: null,
  createSuppression: isCreateSuppression,
  deleteSuppression: null,
  listTokens: null,
  createToken: isCreateToken,
  revokeToken: null,
  getAccount: null,
  updateAccount: isUpdateAccount,
  simulateInboundCall: isSimulateInboundCall,
}
