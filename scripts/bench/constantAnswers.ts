/** What the servers without a database answer: of the same form and size as what the service answers. */

export const CALL_ID = '01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60703'

export const CREATED_ANSWER = { success: true, data: { call_id: CALL_ID, status: 'scheduled' } } as const

export const CALL_ANSWER = {
  success: true,
  data: {
    id: CALL_ID,
    direction: 'outbound',
    status: 'scheduled',
    phone: '+4930123456789',
    from: null,
    contact_id: '01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60704',
    campaign_id: null,
    playbook_id: '01a1e35e-c000-7c3e-9b1a-5d2f8e6c4a01',
    version_id: '01a1e3b1-25c0-7d4e-a1b2-c3d4e5f60705',
    version_source: 'production',
    requested_version_id: null,
    params: { plan: 'gold' },
    recall: [30, 120],
    launch_at: '2099-06-01T09:00:00.000Z',
    next_attempt_at: '2099-06-01T09:00:00.000Z',
    waiting_reason: null,
    waiting_message: null,
    attempt_count: 0,
    created_at: '2026-11-21T09:00:00.000Z',
    started_at: null,
    answered_at: null,
    ended_at: null,
    duration: null,
    answered_by: null,
    outcome: null,
    summary: null,
    ended_reason: null,
    attempts: [],
    transcript: [],
  },
} as const
