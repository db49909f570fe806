import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { isPhoneNumber } from '../../validation/formats.ts';
import { email as isEmail, max, required } from '../../validation/text.ts';

/** Most partner contacts of a school. */
export const PARTNERS_MAXIMUM = 20;

/** Longest texts of a partner contact, characters. */
export const PARTNER_MAXIMUM = { company: 190, name: 120, role: 80, email: 254, phone: 40, note: 300 } as const;

const line = (key: keyof typeof PARTNER_MAXIMUM) => f.line(PARTNER_MAXIMUM[key], 0);

const texts = {
  /** The company that looks after the school beside the operator: its network, its printers, its planning program. */
  company: line('company'),
  /** Whom one asks there. */
  name: line('name'),
  /** What the company does at the school. */
  role: line('role'),
  email: line('email'),
  phone: line('phone'),
  note: line('note'),
};

/** A partner contact of a school; its `uuid` is given by whoever adds it (P-7.46, P-7.86). */
export const partner = z.object({ uuid: f.uuid, ...texts, updated_at: f.instant });
export type Partner = z.output<typeof partner>;

/** What somebody writes of it; `updated_at` is that of the version it was made from, null: it is new. */
export const partnerDraft = z.strictObject({ ...texts, updated_at: z.nullable(f.instant) });
export type PartnerTexts = Omit<z.output<typeof partnerDraft>, 'updated_at'>;

/** The texts are `sales:rules.<rule>`. */
export type PartnerRule = 'required' | 'tooLong' | 'emailInvalid' | 'phoneInvalid';
export interface PartnerProblem {
  field: keyof PartnerTexts;
  rule: PartnerRule;
  params: Record<string, number>;
}

/** Everything that is wrong with a partner contact, at most one problem for each field. */
export function partnerProblems(draft: PartnerTexts): PartnerProblem[] {
  return (Object.keys(PARTNER_MAXIMUM) as (keyof PartnerTexts)[]).flatMap((field): PartnerProblem[] => {
    const text = draft[field].trim();
    const most = PARTNER_MAXIMUM[field];
    if (field === 'company' && !required(text)) return [{ field, rule: 'required', params: {} }];
    if (!max(text, most)) return [{ field, rule: 'tooLong', params: { max: most } }];
    if (field === 'email' && !isEmail(text)) return [{ field, rule: 'emailInvalid', params: {} }];
    const isPhone = field !== 'phone' || isPhoneNumber(text.replace(/[\s()/.-]/g, ''));
    return isPhone ? [] : [{ field, rule: 'phoneInvalid', params: {} }];
  });
}
