import type { ChannelMember } from '@kreide/core/features/channels';
import { expect, it } from 'vitest';
import { describeMember } from './member-words.ts';

type Described = Parameters<typeof describeMember>[0];
const member: Described = {
  state: 'ACTIVE',
  expire_at: null,
  enrolment: null,
  method: 'code',
  meta: { displayname: 'Ada', subtitle: 'Teacher', is_paused: false },
};
const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never;
const describeOf = (values: Partial<Described>) =>
  describeMember({ ...member, ...values }, { t, language: 'en', timeZone: 'Europe/Berlin' });
const enrolment: ChannelMember['enrolment'] = { joined_at: '2026-08-01', left_at: null, is_whole_year: true };

it('says exactly one thing of a member: pending, end, span of the course, or what they are and how they came [C-3.53] [C-3.54]', () => {
  expect(describeOf({})).toBe('Teacher · member.code');
  expect(describeOf({ method: 'generated', meta: { ...member.meta, subtitle: null } })).toBe('member.generated');
  expect(describeOf({ enrolment })).toBe('member.wholeYear');
  expect(describeOf({ enrolment: { ...enrolment, is_whole_year: false } })).toMatch(/^member\.since .*2026$/);
  const span = { ...enrolment, left_at: '2027-01-31', is_whole_year: false };
  expect(describeOf({ enrolment: span })).toMatch(/^member\.span .*2026 .*2027$/);
  // The day on which it ends is that of the school: late in the evening of the thirty-first it is the first already.
  expect(describeOf({ enrolment, expire_at: '2027-07-31T22:30:00.000Z' })).toMatch(/^member\.until .*Aug.* 2027$/);
  expect(describeOf({ state: 'PENDING', enrolment, expire_at: '2027-07-31T22:30:00.000Z' })).toBe('member.pending');
});
