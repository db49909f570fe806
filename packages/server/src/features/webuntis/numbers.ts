import { hash } from 'node:crypto';
import { isDate } from '@kreide/core/kernel';

/** `YYYY-MM-DD` as the number YYYYMMDD. */
export function toDateNumber(date: string): number {
  return Number(date.replaceAll('-', ''));
}

/** `HH:MM` as the number HHMM: 07:55 is 755. */
export function toTimeNumber(time: string): number {
  return Number(time.slice(0, 2)) * 100 + Number(time.slice(3, 5));
}

/** YYYYMMDD, as number or text, as `YYYY-MM-DD`; null when there is no such date between 1900 and 2199. */
export function parseDateNumber(value: number | string): string | null {
  const digits = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/.exec(String(value));
  if (!digits) return null;
  const date = `${digits[1]}-${digits[2]}-${digits[3]}`;
  return isDate(date) ? date : null;
}

/** The largest number that 32-bit clients can represent. */
const LARGEST = 0x7fffffff;

/**
 * A generator of ids for the periods of one answer. An id is 31 bits of a hash over what survives a new import of the
 * plan: the lesson's uuid, the date and the start. Two of 1,500 periods (one plan of a whole year) collide once in two
 * thousand such plans; the later one, in the order of the answer, then takes the next hash, so that ids are unique in
 * one answer.
 */
export function createPeriodIds(hashOf = hash31): (uuid: string, date: string, time: string) => number {
  const given = new Map<number, string>();
  return (uuid, date, time) => {
    const key = `${uuid} ${date} ${time}`;
    for (let attempt = 0; ; attempt += 1) {
      const id = hashOf(attempt === 0 ? key : `${key} ${attempt}`);
      const holder = given.get(id);
      if (holder !== undefined && holder !== key) continue;
      given.set(id, key);
      return id;
    }
  };
}

/** 1 to 2^31 - 1. */
function hash31(text: string): number {
  return hash('sha256', text, 'buffer').readUInt32BE(0) & LARGEST || 1;
}
