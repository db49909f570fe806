import { createHmac, timingSafeEqual } from 'node:crypto';
import { FORM_SECONDS } from '@kreide/core/features/registration';

const sign = (secret: string, schoolId: number, issued: string) =>
  createHmac('sha256', secret).update(`application-form:${schoolId}:${issued}`).digest();

/** Says when a form of a school was opened, so that a program that sends it at once is told from a person. */
export function createTicket(secret: string, schoolId: number, now: Date): string {
  const issued = `${now.getTime()}`;
  return `${issued}.${sign(secret, schoolId, issued).toString('base64url')}`;
}

/** Is it one of this school, and has the form been open for as long as a person needs, and not for too long? */
export function isTicket(secret: string, schoolId: number, ticket: string, now: Date): boolean {
  const [issued = '', signature = ''] = ticket.split('.');
  const expected = sign(secret, schoolId, issued);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const seconds = (now.getTime() - Number(issued)) / 1000;
  return seconds >= FORM_SECONDS.shortest && seconds <= FORM_SECONDS.longest;
}
