/** Properties of a school that let people write to each other who usually do not: pupils, and parents. Off without them. */
export const CONTACT_PROPERTIES = { pupils: 'contacts.pupils', parents: 'contacts.parents' } as const;

/** Which of them a school has set to true, from its properties as stored. */
export function contactRulesOf(properties: unknown): { pupils: boolean; parents: boolean } {
  const stored = (properties ?? {}) as Record<string, unknown>;
  return { pupils: stored[CONTACT_PROPERTIES.pupils] === true, parents: stored[CONTACT_PROPERTIES.parents] === true };
}
