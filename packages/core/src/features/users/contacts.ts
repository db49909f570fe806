/** Properties of a school that let people write to each other who usually do not: pupils, and parents. Off without them. */
export const CONTACT_PROPERTIES = { pupils: 'contacts.pupils', parents: 'contacts.parents' } as const;
