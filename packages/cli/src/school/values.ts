import type { SettingValue, SettingValues } from './setting-groups.ts';

const isGroup = (value: SettingValue | undefined): value is SettingValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every setting below a key, in the order of the contract. */
export function toFlat(values: SettingValues, below: string): [string, SettingValue][] {
  return Object.entries(values).flatMap(([name, value]): [string, SettingValue][] =>
    isGroup(value) ? toFlat(value, `${below}.${name}`) : [[`${below}.${name}`, value]],
  );
}

/** The same settings with another value at one place. */
export function putAt(
  values: SettingValues,
  [name = '', ...rest]: readonly string[],
  value: SettingValue,
): SettingValues {
  const inner = values[name];
  return { ...values, [name]: rest.length > 0 && isGroup(inner) ? putAt(inner, rest, value) : value };
}

/** A setting as one line: lists by comma, `null` where nothing is set. */
export function writeValue(value: SettingValue): string {
  if (Array.isArray(value)) return value.map(String).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * What was typed, of the kind that the setting has now: a list by comma, an empty text is an empty list; `true`, `false`,
 * `null` and numbers are such unless the setting is a text. What the server takes is for the server to say.
 */
export function readTyped(text: string, before: SettingValue): SettingValue {
  if (Array.isArray(before))
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  if (text === 'null') return null;
  if (typeof before === 'string') return text;
  if (text === 'true' || text === 'false') return text === 'true';
  return typeof before === 'number' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
