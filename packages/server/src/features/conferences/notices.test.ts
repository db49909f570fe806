import { describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer } from '../../../../../tests/support/server.ts';

const JITSI = {
  KREIDE_JITSI_URL: 'https://meet.example.org',
  KREIDE_JITSI_APP_ID: 'kreide',
  KREIDE_JITSI_SECRET: 'secret',
};
const BBB = { KREIDE_BBB_URL: 'https://bbb.example.org/bigbluebutton/api', KREIDE_BBB_SECRET: 'secret' };

describe('before a conference begins', () => {
  it.each([
    ['browsers that only a STUN server helps', { KREIDE_ICE_SERVERS: 'stun:turn.example.org' }, 2, ['noRelay']],
    ['browsers with a TURN server', { KREIDE_ICE_SERVERS: 'TURNS:turn.example.org:443' }, 2, []],
    ['Jitsi', JITSI, 7, ['allModerate']],
    ['few people, with a Jitsi for others', JITSI, 2, ['noRelay']],
    ['BigBlueButton', BBB, 7, []],
  ])(
    'the administration learns what is to know of %s, and nobody else does [C-7.31]',
    async (_, env, count, notices) => {
      const server = await startTestServer({ env });
      try {
        const db = server.test.database.kysely;
        const school = await buildSchool(db, 'amsel');
        const head = await buildUser(db, school.id, 'carla', 'ADMIN');
        const others = [];
        for (let index = 1; index < count; index += 1)
          others.push(await buildUser(db, school.id, `teacher${index}`, 'TEACHER'));
        const members = [head, ...others].map(({ id }) => id);
        const channel = await buildChannel(db, school.id, { members });
        const seenBy = async (name: string) =>
          (
            await server.request('GET', `/v1/channels/${channel.id}/conferences`, {
              token: await signIn(server, 'amsel', name),
            })
          ).body.data.plan.notices;
        expect(await seenBy('carla')).toEqual(notices);
        expect(await seenBy('teacher1')).toEqual([]);
      } finally {
        await server.stop();
      }
    },
  );

  it('in a channel of the school it is offered to those alone whom the school lets begin one [C-7.31]', async () => {
    await using server = await startTestServer();
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    const members = [];
    for (const role of ['TEACHER', 'STUDENT'] as const)
      members.push((await buildUser(db, school.id, role.toLowerCase(), role)).id);
    const { id } = await buildChannel(db, school.id, { members }, { type: 'GENERATED' });
    const starts = [];
    for (const name of ['teacher', 'student']) {
      const token = await signIn(server, 'amsel', name);
      const { body } = await server.request('GET', `/v1/channels/${id}/conferences`, { token });
      starts.push(body.data.plan.can.start);
    }
    expect(starts).toEqual([1, 0]);
  });
});
