import {
  date_format,
  isAfter,
  isBefore,
  isInSameYear,
  isSameOrAfter,
  isSameOrBefore,
  isTimeAfter,
  isTimeBefore,
} from './dates.ts';
import { isBase32, isPhoneNumber } from './formats.ts';
import { max_value, min_value, numeric } from './numbers.ts';
import { email, is, length, lengthNoSpaces, max, min, regex, required, url } from './text.ts';

/** Values that a message names, such as the number of characters. */
export type RuleParams = Readonly<Record<string, string | number>>;

/** One rule of a field, bound to its limits (`rule('min', 8)`). */
export interface FieldRule {
  name: string;
  holds: (value: unknown) => boolean;
  params?: RuleParams;
}

/** Every form rule by its name. */
export const RULES = {
  required,
  min,
  max,
  min_value,
  max_value,
  is,
  url,
  email,
  regex,
  numeric,
  length,
  lengthNoSpaces,
  isSameOrAfter,
  isAfter,
  isSameOrBefore,
  isBefore,
  isInSameYear,
  isTimeAfter,
  isTimeBefore,
  date_format,
  isBase32,
  isPhoneNumber,
};
export type RuleName = keyof typeof RULES;

type LimitsOf<Rule> = Rule extends (value: never, ...limits: infer Limits) => boolean ? Limits : never;

/** A form rule with its limits: `rule('min', 8)`, `rule('isAfter', begin)`. Its message gets a numeric limit as `count`. */
export function rule<Name extends RuleName>(name: Name, ...limits: LimitsOf<(typeof RULES)[Name]>): FieldRule {
  const holds = RULES[name] as (value: unknown, ...limits: readonly unknown[]) => boolean;
  const [limit] = limits as readonly unknown[];
  return {
    name,
    holds: (value) => holds(value, ...limits),
    ...(typeof limit === 'number' ? { params: { count: limit } } : {}),
  };
}
