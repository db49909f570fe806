import { describe, expect, it } from 'vitest';
import type { Permission } from '../../kernel/abilities.ts';
import { channelAbilitiesOf, type JudgedChannel, writingEndOf } from './abilities.ts';

const NOW = new Date('2026-11-23T07:40:00Z');
const custom: JudgedChannel = {
  type: 'CUSTOM',
  is_disabled: false,
  is_outdated: false,
  is_leavable: true,
  is_twoway: true,
  twoway_expires_at: null,
  expires_at: null,
};
const person = (...permissions: Permission[]) => ({ permissions: new Set(permissions) });
const administrator = person('view-all-channels', 'manage-channels');
const may = (...args: Parameters<typeof channelAbilitiesOf>) =>
  Object.entries(channelAbilitiesOf(...args)).flatMap(([ability, can]) => (can === 1 ? [ability] : []));

describe('what somebody may do with a channel', () => {
  it('nothing without belonging to it', () => {
    expect(may(person(), custom, null, NOW)).toEqual([]);
  });

  it('read, write and leave as a member; its administrators change it too [C-4.08] [C-4.13]', () => {
    expect(may(person(), custom, { is_admin: false }, NOW)).toEqual([
      'view',
      'read',
      'write',
      'knock',
      'react',
      'confer',
      'leave',
    ]);
    expect(may(person(), { ...custom, is_leavable: false }, { is_admin: false }, NOW)).not.toContain('leave');
    expect(may(person(), custom, { is_admin: true }, NOW)).toContain('moderate');
    expect(may(person(), custom, { is_admin: true }, NOW)).toContain('update');
  });

  it('write in a one-way channel only as its administrator, and in a two-way one until it ends [C-4.09]', () => {
    const oneway = { ...custom, is_twoway: false };
    expect(may(person(), oneway, { is_admin: false }, NOW)).toEqual(['view', 'read', 'react', 'leave']);
    expect(may(person(), oneway, { is_admin: true }, NOW)).toContain('write');
    const until = (twoway_expires_at: string) => ({ ...custom, twoway_expires_at });
    expect(may(person(), until('2026-11-23T07:40:00.000Z'), { is_admin: false }, NOW)).not.toContain('write');
    expect(may(person(), until('2026-11-23T07:40:00.001Z'), { is_admin: false }, NOW)).toContain('write');
  });

  it('begin a conference where they write; in channels of the school only whom it lets [C-7.31]', () => {
    const member = { is_admin: false };
    for (const type of ['GENERATED', 'GLOBAL'] as const) {
      expect(may(person(), { ...custom, type }, member, NOW)).not.toContain('confer');
      expect(may(person('start-conferences'), { ...custom, type }, member, NOW)).toContain('confer');
      expect(may(person('start-conferences'), { ...custom, type, is_twoway: false }, member, NOW)).not.toContain(
        'confer',
      );
    }
    expect(may(person(), { ...custom, type: 'CHAT' }, member, NOW)).toContain('confer');
  });

  it('are told when their writing ends: with the two-way writing unless they administer the channel, and with the channel [C-4.09]', () => {
    const [sooner, later] = ['2026-11-23T07:40:00.000Z', '2026-11-24T07:40:00.000Z'];
    const ends = (values: object, is_admin = false) => writingEndOf({ ...custom, ...values }, { is_admin });
    expect(ends({})).toBeNull();
    expect(ends({ twoway_expires_at: sooner, expires_at: later })).toBe(sooner);
    expect(ends({ twoway_expires_at: later, expires_at: sooner })).toBe(sooner);
    expect(ends({ twoway_expires_at: sooner, expires_at: later }, true)).toBe(later);
    expect(ends({ twoway_expires_at: sooner, is_twoway: false })).toBeNull();
  });

  it('write nothing in a disabled channel, not as its administrator either [C-4.02]', () => {
    const rest = may(person(), { ...custom, is_disabled: true }, { is_admin: true }, NOW);
    expect(rest).not.toContain('write');
    expect(rest).not.toContain('knock');
    expect(rest).toContain('read');
  });

  it('write nothing once the channel has come to its end, and look after it still [C-3.02]', () => {
    const until = (expires_at: string) => may(person(), { ...custom, expires_at }, { is_admin: true }, NOW);
    expect(until('2026-11-23T07:40:00.000Z')).toEqual(['view', 'read', 'update', 'moderate', 'leave']);
    expect(until('2026-11-23T07:40:00.001Z')).toContain('write');
  });

  it('see facts of every channel with view-all-channels, and change them with manage-channels, but read none [C-4.13]', () => {
    expect(may(person('view-all-channels'), custom, null, NOW)).toEqual(['view']);
    expect(may(administrator, custom, null, NOW)).toEqual(['view', 'update']);
    expect(may(administrator, { ...custom, type: 'CHAT' }, null, NOW)).toEqual([]);
    expect(may(administrator, { ...custom, type: 'CHAT' }, { is_admin: true }, NOW)).toEqual([
      'view',
      'read',
      'write',
      'knock',
      'react',
      'pin',
      'confer',
    ]);
  });

  it('not leave what follows classes and courses, nor a conversation [C-4.08]', () => {
    for (const type of ['GENERATED', 'GLOBAL', 'CHAT'] as const)
      expect(may(person(), { ...custom, type }, { is_admin: false }, NOW)).not.toContain('leave');
  });
});
