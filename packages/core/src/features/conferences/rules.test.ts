import { describe, expect, it } from 'vitest';
import { channelAbilitiesOf } from '../channels/index.ts';
import { conferenceAbilitiesOf } from './abilities.ts';
import { conferenceStateOf, feedbackProblems, isOffering, meshSeatsOf, providerFor } from './rules.ts';

const some = (video: number, sound: number) => [
  ...Array.from({ length: video }, () => 'video' as const),
  ...Array.from({ length: sound }, () => 'sound' as const),
];

describe('the seats of a conference of browsers', () => {
  it('are four as soon as one shows a picture, and six when nobody does [C-7.31]', () => {
    expect(meshSeatsOf([])).toEqual({ video: true, sound: true });
    expect(meshSeatsOf(some(3, 0))).toEqual({ video: true, sound: true });
    expect(meshSeatsOf(some(0, 3))).toEqual({ video: true, sound: true });
    expect(meshSeatsOf(some(1, 3))).toEqual({ video: false, sound: false });
    expect(meshSeatsOf(some(0, 4))).toEqual({ video: false, sound: true });
    expect(meshSeatsOf(some(0, 5))).toEqual({ video: false, sound: true });
    expect(meshSeatsOf(some(0, 6))).toEqual({ video: false, sound: false });
  });

  it('are enough for a channel of six, whatever server there is; a larger one uses it [C-7.31]', () => {
    expect([providerFor(6, 'bbb'), providerFor(7, 'bbb'), providerFor(7, 'jitsi'), providerFor(700, null)]).toEqual([
      'mesh',
      'bbb',
      'jitsi',
      'mesh',
    ]);
  });
});

it('a conference is created, joined, ended, in this order [C-4.36]', () => {
  const at = '2026-11-18T09:10:00Z';
  expect(conferenceStateOf({ joined_at: null, ended_at: null })).toBe('created');
  expect(conferenceStateOf({ joined_at: at, ended_at: null })).toBe('joined');
  expect(conferenceStateOf({ joined_at: at, ended_at: at })).toBe('ended');
  expect(conferenceStateOf({ joined_at: null, ended_at: at })).toBe('ended');
});

it('a comment has at most a thousand characters, counted as people count them [C-7.35]', () => {
  expect(feedbackProblems(null)).toEqual([]);
  expect(feedbackProblems('😀'.repeat(1000))).toEqual([]);
  expect(feedbackProblems('a'.repeat(1001))).toEqual([
    { field: 'comment', rule: 'commentMax', params: { maximum: 1000 } },
  ]);
});

it('of two people exactly one makes the offers', () => {
  expect([isOffering(3, 4), isOffering(4, 3)]).toEqual([false, true]);
});

describe('what somebody may do with a conference', () => {
  const now = new Date('2026-11-18T09:10:00Z');
  const channel = {
    type: 'CUSTOM',
    is_disabled: false,
    is_leavable: true,
    is_twoway: false,
    is_outdated: false,
  } as const;
  const inChannel = (member: { is_admin: boolean } | null, permissions: string[] = []) =>
    channelAbilitiesOf(
      { permissions: new Set(permissions) as never },
      { ...channel, twoway_expires_at: null, expires_at: null },
      member,
      now,
    );
  const running = { host_id: 1, ended_at: null };
  const was = { state: 'left', joined_at: '2026-11-18T09:00:00Z' } as const;

  it('is nothing for who is not in the channel, also with rights over all channels and as the one who began it [C-4.13] [C-6.42]', () => {
    const outside = inChannel(null, ['manage-channels', 'view-all-channels']);
    expect(conferenceAbilitiesOf(1, running, outside, was)).toEqual({ view: 0, join: 0, host: 0, feedback: 0 });
  });

  it('is joining for members, leading for who leads it and for administrators, feedback for who was there [C-7.34] [C-7.33] [C-7.35]', () => {
    const member = inChannel({ is_admin: false });
    expect(conferenceAbilitiesOf(2, running, member, null)).toEqual({ view: 1, join: 1, host: 0, feedback: 0 });
    expect(conferenceAbilitiesOf(1, running, member, was)).toEqual({ view: 1, join: 1, host: 1, feedback: 1 });
    const admin = inChannel({ is_admin: true });
    expect(conferenceAbilitiesOf(2, running, admin, null).host).toBe(1);
    const removed = { state: 'removed', joined_at: null } as const;
    expect(conferenceAbilitiesOf(2, running, member, removed)).toEqual({ view: 1, join: 0, host: 0, feedback: 0 });
    const over = { ...running, ended_at: '2026-11-18T09:10:00Z' };
    expect(conferenceAbilitiesOf(1, over, admin, was)).toEqual({ view: 1, join: 0, host: 0, feedback: 1 });
  });
});
