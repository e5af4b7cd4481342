/** Contacts read in one go, and looked up by one statement: that takes some 5 ms, and then others have their turn. */
export const CONTACTS_AT_ONCE = 1_000
