import { isEmpty } from './text.ts';

/** Digits only (P-5.01). */
export const numeric = (value: unknown): boolean => isEmpty(value) || /^\d+$/.test(String(value));

/** A number not below `least` (P-5.01). */
export const min_value = (value: unknown, least: number): boolean => isEmpty(value) || Number(value) >= least;

/** A number not above `most` (P-5.01). */
export const max_value = (value: unknown, most: number): boolean => isEmpty(value) || Number(value) <= most;
