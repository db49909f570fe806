/** What somebody wants of the second step: a way, new recovery codes, or to be rid of it. */
export type FactorWish = 'totp' | 'email' | 'passkey' | 'renew' | 'off';

/** The caller, as an address names them. */
export const SELF = { params: { id: 'self' } } as const;
