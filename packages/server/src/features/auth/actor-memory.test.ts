import { describe, expect, it } from 'vitest';
import type { Actor } from '../../kernel/http/context.ts';
import { createActorMemory } from './actor-memory.ts';

const actorOf = (user_id: number): Actor => ({
  session_id: user_id,
  user_id,
  user_uuid: `${user_id}`,
  school_id: 1,
  school_uuid: '1',
  slink: 'amsel',

  type: 'STUDENT',
  role: 'STUDENT',
  permissions: new Set<never>(),
  language: null,
  time_zone: 'UTC',
  lacks_second_step: false,
  has_channels: true,
  reads_only: false,
  is_program: false,
});
const remembered = (user_id: number, until: number) => ({ actor: actorOf(user_id), until });

describe('the memory of actors', () => {
  it('knows a token until the moment at which it ends, then nothing of it', () => {
    const memory = createActorMemory();
    memory.set('a', remembered(1, 1000), 0);
    expect(memory.get('a', 999)?.user_id).toBe(1);
    expect(memory.get('a', 1000)).toBeUndefined();
    expect(memory.size()).toBe(0);
    expect(memory.get('b', 0)).toBeUndefined();
  });

  it('holds no token that ended longer than until the next one comes', () => {
    const memory = createActorMemory();
    for (let user = 1; user <= 100; user += 1) memory.set(`dead ${user}`, remembered(user, 1000), 0);
    expect(memory.size()).toBe(100);
    memory.set('living', remembered(101, 5000), 2000);
    expect(memory.size()).toBe(1);
    expect(memory.get('living', 2000)?.user_id).toBe(101);
  });

  it('lets the oldest go when there are too many, also when none has ended', () => {
    const memory = createActorMemory(10);
    for (let user = 1; user <= 25; user += 1) memory.set(`token ${user}`, remembered(user, 1000), 0);
    expect(memory.size()).toBe(10);
    expect(memory.get('token 15', 0)).toBeUndefined();
    expect(memory.get('token 16', 0)?.user_id).toBe(16);
    memory.set('token 16', remembered(16, 1000), 0);
    memory.set('token 26', remembered(26, 1000), 0);
    expect(memory.get('token 16', 0)?.user_id).toBe(16);
    expect(memory.get('token 17', 0)).toBeUndefined();
  });

  it('is tidied of tokens that ended behind one that lives on', () => {
    const memory = createActorMemory();
    memory.set('living', remembered(1, 5000), 0);
    memory.set('dead', remembered(2, 1000), 0);
    memory.set('other', remembered(3, 5000), 2000);
    expect(memory.size()).toBe(3);
    memory.prune(2000);
    expect(memory.size()).toBe(2);
    expect(memory.get('living', 2000)?.user_id).toBe(1);
  });

  it('forgets one person on all devices and nobody else', () => {
    const memory = createActorMemory();
    for (const [token, user] of Object.entries({ desk: 1, phone: 1, other: 2 }))
      memory.set(token, remembered(user, 1000), 0);
    memory.forgetUser(1);
    expect([memory.get('desk', 0), memory.get('phone', 0)]).toEqual([undefined, undefined]);
    expect(memory.get('other', 0)?.user_id).toBe(2);
  });
});
