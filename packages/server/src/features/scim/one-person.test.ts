import { expect, it } from 'vitest';
import { savePeople, uploadPeople } from '../../../../../tests/support/people-imports.ts';
import { withSchoolService } from '../../../../../tests/support/school-service.ts';
import { connectScim, KREIDE, person } from '../../../../../tests/support/scim.ts';

const house = withSchoolService();

const STEPS = ['import', 'scim', 'sign-in'] as const;
const ORDERS = STEPS.flatMap((first) =>
  STEPS.filter((step) => step !== first).map((second) => [
    first,
    second,
    STEPS.find((step) => step !== first && step !== second) ?? first,
  ]),
);

it('whom an import, SCIM and a sign-in at the service of the school bring is one person, in every order [D-6.10]', async () => {
  const { server, school, admin } = house;
  expect((await house.save({ match_claim: 'preferred_username', match_field: 'external_id' })).status).toBe(200);
  const scim = await connectScim(server, school, admin);
  const importing = { server, schoolId: school.id, token: admin };
  for (const [index, order] of ORDERS.entries()) {
    const [number, who] = [`7${index}`, `person-${index}`];
    const lastname = ['Abel', 'Berg', 'Curie', 'Dorn', 'Esch', 'Falk'][index];
    const firstname = ['Ida', 'Bela', 'Zoe', 'Max', 'Toni', 'Uwe'][index];
    house.peer.people = { [who]: { preferred_username: number } };
    const seen: string[] = [];
    const step = {
      async import() {
        const list = [
          'ID;Nachname;Vorname;Geburtsdatum;Klasse',
          `${number};${lastname};${firstname};0${index + 1}.03.2016;6a`,
        ];
        const read = await uploadPeople(importing, list);
        expect((await savePeople(importing, read, { accept_classes: read.doubtful_classes })).state).toBe('SAVED');
      },
      async scim() {
        const name = { givenName: firstname, familyName: lastname };
        const own = { role: 'STUDENT', schoolNumber: number, birthDate: `2016-03-0${index + 1}` };
        const made = await scim.call('POST', '/Users', person(`who${index}`, { name, [KREIDE]: own }));
        expect(made.status, made.text).toBe(201);
      },
      async 'sign-in'() {
        const answer = await house.come(who);
        // Nobody is made by signing in: whoever comes before all else is told so.
        if (order[0] === 'sign-in' && seen.length === 0) expect(answer.body.error.code).toBe('person_unknown');
        else await house.nameOf(answer);
      },
    };
    for (const name of order) {
      await step[name]();
      seen.push(name);
    }
    if (order[0] === 'sign-in') await step['sign-in']();
    const { rows } = await server.test.database.pool.query(
      `select u.username, person.subject from users u left join auth_driver_people person
       on person.school_id = u.school_id and person.user_id = u.id where u.school_id = $1 and u.lastname = $2`,
      [school.id, lastname],
    );
    expect(rows, order.join(', ')).toEqual([{ username: expect.any(String), subject: who }]);
  }
});
