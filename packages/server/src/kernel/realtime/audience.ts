/** Who receives an event: users by id, or everybody of a school. */
export type Audience = { users: number[] } | { school: number };
