import { describe, expect, it } from 'vitest';
import { RecentRooms } from './recent.ts';

const START = 1_000_000;
const SECOND = 1_000;

function build() {
  let now = START;
  const recent = new RecentRooms(() => now);
  const at = (seconds: number) => {
    now = START + seconds * SECOND;
  };
  return { recent, at };
}

describe('rooms that were told something of late', () => {
  it('are known by the age of a page, five seconds more for its way', () => {
    const { recent, at } = build();
    at(40);
    recent.tell(['school:1', 'user:7']);
    at(50);
    const missed = (rooms: string[], seconds: number) => recent.wereToldWithin(rooms, seconds * SECOND);
    expect([4, 5, 6].map((seconds) => missed(['user:7'], seconds))).toEqual([false, true, true]);
    expect([missed(['user:8', 'school:1'], 10), missed(['user:8', 'school:2'], 10), missed([], 10)]).toEqual([
      true,
      false,
      false,
    ]);
    recent.tell(['user:9']);
    expect(missed(['user:9'], 0)).toBe(true);
  });

  it('may be any for a page that is older than this process, or than what is known', () => {
    const { recent, at } = build();
    at(10);
    expect([9, 11].map((seconds) => recent.wereToldWithin(['user:7'], seconds * SECOND))).toEqual([false, true]);
    at(1_000);
    expect([114, 116].map((seconds) => recent.wereToldWithin(['user:7'], seconds * SECOND))).toEqual([false, true]);
  });

  it('are forgotten after two minutes, not before, and programs that say no age are told nothing', () => {
    const { recent, at } = build();
    at(100);
    recent.tell(['user:1']);
    at(130);
    recent.tell([]);
    at(140);
    recent.tell(['user:2']);
    at(214);
    expect(recent.wereToldWithin(['user:1'], 114 * SECOND)).toBe(true);
    for (const age of [Number.NaN, -1]) expect(recent.wereToldWithin(['user:1'], age)).toBe(false);
    at(251);
    recent.tell(['user:3']);
    expect(recent.size).toBe(2);
  });
});
