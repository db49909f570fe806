import type { Issue, Translate } from '@kreide/core/kernel';
import { ApiError } from '@kreide/core/kernel';
import * as core from 'zod/v4/core';

/** A violated rule, as a key of `locales/<lang>/errors.json` below `rules`. */
function toRule(issue: core.$ZodIssue): { rule: string; params: Record<string, string | number> } {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: issue.input === undefined ? 'required' : 'type', params: { expected: issue.expected } };
    case 'too_small':
      return { rule: issue.origin === 'string' ? 'min' : 'min_value', params: { minimum: Number(issue.minimum) } };
    case 'too_big':
      return { rule: issue.origin === 'string' ? 'max' : 'max_value', params: { maximum: Number(issue.maximum) } };
    case 'unrecognized_keys':
      return { rule: 'unknown', params: { names: issue.keys.join(', ').slice(0, 200) } };
    case 'invalid_format':
      return {
        rule: issue.format === 'regex' ? (issue.message === 'Invalid input' ? 'format' : issue.message) : issue.format,
        params: {},
      };
    case 'invalid_value':
      return {
        rule: issue.input === undefined ? 'required' : 'one_of',
        params: { values: issue.values.map(String).join(', ').slice(0, 300) },
      };
    default:
      return { rule: 'format', params: {} };
  }
}

/** Rules of schemas that have their own text. */
const KNOWN_RULES = [
  'required',
  'type',
  'min',
  'max',
  'min_value',
  'max_value',
  'unknown',
  'one_of',
  'date',
  'datetime',
  'time',
  'uuid',
  'id',
  'slink',
  'line',
  'text',
  'colour',
  'page',
  'limit',
  'school_year',
  'isSameOrAfter',
  'too_many_days',
  'format',
] as const;

/** Everything that is wrong with one part of the input, as text. */
export function toIssues(part: string, error: core.$ZodError, t: Translate): Issue[] {
  return error.issues.map((issue) => {
    const { rule: found, params } = toRule(issue);
    const rule = KNOWN_RULES.find((known) => known === found) ?? 'format';
    const path = [part, ...issue.path.map(String)].join('.').slice(0, 200);
    return {
      path,
      rule,
      params,
      message: t(`kernel:rules.${rule}`, { field: issue.path.at(-1)?.toString() ?? part, ...params }),
    };
  });
}

/** Parses one part of the input; issues are collected so that a form shows all of them at once. */
export function parsePart(part: string, schema: core.$ZodType, value: unknown, issues: Issue[], t: Translate): unknown {
  const result = core.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  issues.push(...toIssues(part, result.error, t));
  return undefined;
}

/** 422 when anything was wrong. */
export function refuseIssues(issues: Issue[]): void {
  if (issues.length > 0) throw new ApiError({ code: 'invalid', issues });
}
