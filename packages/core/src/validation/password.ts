/** Fewest characters of a password (P-9.08). */
export const PASSWORD_MINIMUM = 8;
/** Number of characters from which a password counts as strong (P-9.08). */
export const PASSWORD_OPTIMAL = 10;

/** Code points, as people count characters. */
const sizeOf = (password: string): number => [...password].length;

/** Both fields are filled in (P-5.19), equal, and have at least eight characters (P-5.20). */
export const isPasswordConfirmed = (password: string, confirmation: string): boolean =>
  password === confirmation && sizeOf(confirmation) >= PASSWORD_MINIMUM;

/** The hint under a new password (P-5.21 to P-5.24). */
export interface PasswordStrength {
  /** Share of the optimal length, 0 to 100. */
  percent: number;
  /** Colour of the bar; never the only sign, `note` says the same in words. */
  colour: 'red' | 'yellow' | 'green';
  note: 'missing' | 'moderate' | 'strong';
  /** Characters missing to the minimum of eight. */
  missing: number;
}

/** How strong a password is by its length: red below 30 percent of ten characters, green from 95 percent (P-5.24). */
export function toPasswordStrength(password: string): PasswordStrength {
  const size = sizeOf(password);
  const percent = Math.min(100, Math.round((size / PASSWORD_OPTIMAL) * 100));
  return {
    percent,
    colour: percent < 30 ? 'red' : percent < 95 ? 'yellow' : 'green',
    note: size < PASSWORD_MINIMUM ? 'missing' : size < PASSWORD_OPTIMAL ? 'moderate' : 'strong',
    missing: Math.max(0, PASSWORD_MINIMUM - size),
  };
}
