import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
};

it('takes the servers of conferences, and says what is wrong with them without telling a secret [D-4.02]', () => {
  const bbb = { KREIDE_BBB_URL: 'https://bbb.example.org/bigbluebutton/api/', KREIDE_BBB_SECRET: 'hidden' };
  expect(readConfig(bbb).conferences.server).toEqual({
    kind: 'bbb',
    url: 'https://bbb.example.org/bigbluebutton/api',
    secret: 'hidden',
    hash: 'sha256',
  });
  const jitsi = {
    KREIDE_JITSI_URL: 'https://meet.example.org',
    KREIDE_JITSI_APP_ID: 'a',
    KREIDE_JITSI_SECRET: 'hidden',
  };
  expect(readConfig(jitsi).conferences.server).toMatchObject({ kind: 'jitsi', appId: 'a' });
  expect(readConfig({}).conferences).toEqual({ ice: [], turnSecret: null, server: null });
  const wrong: Record<string, string>[] = [
    { ...bbb, ...jitsi },
    { ...bbb, KREIDE_BBB_URL: 'http://bbb.example.org/api' },
    { ...bbb, KREIDE_BBB_URL: 'https://user:hidden@bbb.example.org/api' },
    { ...bbb, KREIDE_BBB_HASH: 'md5' },
    { KREIDE_BBB_SECRET: 'hidden' },
    { ...jitsi, KREIDE_JITSI_APP_ID: '' },
    { KREIDE_TURN_SECRET: 'hidden' },
    { KREIDE_TURN_SECRET: 'hidden', KREIDE_ICE_SERVERS: 'stun:turn.example.org' },
    { KREIDE_ICE_SERVERS: 'https://turn.example.org' },
  ];
  for (const env of wrong) {
    const problems = problemsOf(env);
    expect(problems, JSON.stringify(env)).toHaveLength(1);
    expect(problems.join()).not.toContain('hidden');
  }
  const turn = { KREIDE_TURN_SECRET: 'x', KREIDE_ICE_SERVERS: 'stun:s.example, turn:[::1]:3478?transport=udp' };
  expect(readConfig(turn).conferences.ice).toEqual(['stun:s.example', 'turn:[::1]:3478?transport=udp']);
});
