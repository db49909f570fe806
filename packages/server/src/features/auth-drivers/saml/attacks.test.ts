import { describe, expect, it } from 'vitest';
import {
  attribute,
  nameId,
  signElement,
  writeAssertion,
  writeIdpMetadata,
  writeResponse,
} from '../../../../../../tests/support/saml-answers.ts';
import { addressOf, type BegunSaml, IDP, withSamlSchool } from '../../../../../../tests/support/saml-school.ts';

const house = withSamlSchool();
const { save, begin, partsOf, signed, send, finish, come, nameOf, reason } = house;

/** Refused for that reason, and for no other that a test has built by mistake. */
async function refused(name: string, why: string, write: (begun: BegunSaml) => string): Promise<void> {
  house.lines.length = 0;
  expect((await come(write)).body.error?.code, name).toBe('sign_in_refused');
  expect(reason(), name).toBe(why);
}

/** What the attacker has: an answer about ben, well signed; and what they want: to be ada. */
const own = (begun: BegunSaml) => partsOf(begun, { name_id: nameId('person-2'), attributes: attribute('uid', 'ben') });
const wanted = (begun: BegunSaml, id: string) => writeAssertion(partsOf(begun), id);
const between = (xml: string, from: string, to: string) => xml.slice(xml.indexOf(from), xml.indexOf(to) + to.length);
const assertionIn = (xml: string) => between(xml, '<saml:Assertion', '</saml:Assertion>');
const signatureIn = (xml: string) => between(xml, '<Signature', '</Signature>');

describe('an answer that nobody has signed for this', () => {
  it('is refused without a signature, with that of another key, an old one, or a weak one', async () => {
    const plain = (begun: BegunSaml) => writeResponse(partsOf(begun), writeAssertion(partsOf(begun)));
    await refused('unsigned', 'unsigned', plain);
    await refused('another key', 'otherKey', (begun) => signElement(plain(begun), 'Assertion', house.keys.other));
    await refused('another key that it hides', 'otherKey', (begun) =>
      signElement(plain(begun), 'Assertion', house.keys.other, { isBare: true }),
    );
    await refused('SHA-1', 'weak', (begun) =>
      signElement(plain(begun), 'Assertion', house.keys.good, { algorithm: 'rsa-sha1' }),
    );
    await refused('the signature is gone', 'unsigned', (begun) =>
      signed(own(begun)).replace(/<Signature[\s\S]*<\/Signature>/, ''),
    );
    await refused('the signature is empty', 'altered', (begun) =>
      signed(own(begun)).replace(/<SignatureValue>[^<]*/, '<SignatureValue>'),
    );
    await save({ metadata: writeIdpMetadata(IDP, [house.keys.over]) });
    await refused('a key that is over', 'keyOver', (begun) => signElement(plain(begun), 'Assertion', house.keys.over));
    await save({ metadata: writeIdpMetadata(IDP, [house.keys.over, house.keys.good]) });
    expect(await nameOf(await come())).toBe('ada');
  });

  it('is refused where something was changed after it was signed', async () => {
    expect(await nameOf(await come((begun) => signed(own(begun))))).toBe('ben');
    await refused('another name', 'altered', (begun) => signed(own(begun)).replace('person-2', 'person-1'));
    await refused('another attribute', 'altered', (begun) => signed(own(begun)).replace('>ben<', '>ada<'));
    await refused('one more attribute', 'altered', (begun) =>
      signed(own(begun)).replace('</saml:AttributeStatement>', `${attribute('uid', 'ada')}</saml:AttributeStatement>`),
    );
    const whole = (begun: BegunSaml) =>
      signElement(writeResponse(own(begun), writeAssertion(own(begun))), 'Response', house.keys.good);
    await refused('another status', 'refusedThere', (begun) =>
      whole(begun).replace('status:Success', 'status:Requester'),
    );
    await refused('another name in a signed response', 'altered', (begun) =>
      whole(begun).replace('person-2', 'person-1'),
    );
  });

  it('is refused with what is signed wrapped somewhere, however it is wrapped', async () => {
    const TOLD: Record<string, string> = {
      'the signature outside of what it signs': 'altered',
      'two signatures in one place': 'altered',
      'a second reference': 'altered',
    };
    const ways: Record<string, (signedXml: string, begun: BegunSaml) => string> = {
      'an evil one before the signed one': (xml, begun) =>
        xml.replace('<saml:Assertion', `${wanted(begun, '_evil')}<saml:Assertion`),
      'an evil one after the signed one': (xml, begun) =>
        xml.replace('</samlp:Response>', `${wanted(begun, '_evil')}</samlp:Response>`),
      'the signed one within an evil one': (xml, begun) => {
        const evil = wanted(begun, '_evil').replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`);
        return xml.replace(assertionIn(xml), evil);
      },
      'the signed one within the signature of an evil one': (xml, begun) => {
        const bare = assertionIn(xml).replace(signatureIn(xml), '');
        const moved = signatureIn(xml).replace('</Signature>', `<Object>${bare}</Object></Signature>`);
        const evil = wanted(begun, '_evil').replace('</saml:Issuer>', `</saml:Issuer>${moved}`);
        return xml.replace(assertionIn(xml), evil);
      },
      'the signed one among extensions': (xml, begun) =>
        xml
          .replace(assertionIn(xml), wanted(begun, '_evil'))
          .replace('<samlp:Status>', `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions><samlp:Status>`),
      'an evil one with the same ID': (xml, begun) =>
        xml.replace('<saml:Assertion', `${wanted(begun, '_assertion')}<saml:Assertion`),
      'an evil one with the same Id in other capitals': (xml, begun) =>
        xml.replace('<saml:Assertion', `${wanted(begun, '_assertion').replace(' ID=', ' Id=')}<saml:Assertion`),
      'the signature moved to the evil one': (xml, begun) => {
        const evil = wanted(begun, '_evil').replace('</saml:Issuer>', `</saml:Issuer>${signatureIn(xml)}`);
        return xml.replace(assertionIn(xml), `${evil}${assertionIn(xml).replace(signatureIn(xml), '')}`);
      },
      'an evil one of another namespace': (xml, begun) =>
        xml.replace(
          '<saml:Assertion',
          `${wanted(begun, '_evil').replaceAll('SAML:2.0:assertion', 'SAML:1.0:assertion')}<saml:Assertion`,
        ),
      'the signature outside of what it signs': (xml) =>
        xml.replace(signatureIn(xml), '').replace('<samlp:Status>', `${signatureIn(xml)}<samlp:Status>`),
      'two signatures in one place': (xml) => xml.replace(signatureIn(xml), signatureIn(xml).repeat(2)),
      'a second reference': (xml) =>
        xml.replace('</SignedInfo>', `${between(xml, '<Reference', '</Reference>')}</SignedInfo>`),
    };
    for (const [name, wrap] of Object.entries(ways))
      await refused(name, TOLD[name] ?? 'forbidden', (begun) => wrap(signed(own(begun)), begun));
    const responses: Record<string, (xml: string, begun: BegunSaml) => string> = {
      'a response within an evil one': (xml, begun) =>
        writeResponse(partsOf(begun), `${wanted(begun, '_evil')}${xml}`, '_outer'),
      'a response within the signature of an evil one': (xml, begun) => {
        const bare = xml.replace(signatureIn(xml), '');
        const moved = signatureIn(xml).replace('</Signature>', `<Object>${bare}</Object></Signature>`);
        return writeResponse(partsOf(begun), wanted(begun, '_evil'), '_outer').replace(
          '</saml:Issuer>',
          `</saml:Issuer>${moved}`,
        );
      },
    };
    for (const [name, wrap] of Object.entries(responses))
      await refused(name, 'forbidden', (begun) => {
        const xml = signElement(writeResponse(own(begun), writeAssertion(own(begun))), 'Response', house.keys.good);
        return wrap(xml, begun);
      });
  });

  it('is refused with a transformation that leaves out or changes a part', async () => {
    const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#';
    const plain = (begun: BegunSaml) => writeResponse(own(begun), writeAssertion(own(begun)));
    await refused('with comments', 'altered', (begun) =>
      signElement(plain(begun), 'Assertion', house.keys.good, {
        transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', `${canonical}WithComments`],
      }),
    );
    for (const algorithm of [
      'http://www.w3.org/TR/1999/REC-xslt-19991116',
      'http://www.w3.org/TR/1999/REC-xpath-19991116',
      'http://www.w3.org/2000/09/xmldsig#base64',
    ])
      await refused(algorithm, 'altered', (begun) =>
        signed(own(begun)).replace(`<Transform Algorithm="${canonical}"`, `<Transform Algorithm="${algorithm}"`),
      );
    await refused('three of them', 'altered', (begun) =>
      signed(own(begun)).replace('</Transforms>', `<Transform Algorithm="${canonical}"/></Transforms>`),
    );
    await refused('a whole document', 'altered', (begun) => signed(own(begun)).replace('URI="#_assertion"', 'URI=""'));
  });

  it('is refused with a comment in a name, however it would be read', async () => {
    const tricked = (begun: BegunSaml) => partsOf(begun, { name_id: nameId('person-1.evil.example') });
    await refused('after it was signed', 'forbidden', (begun) =>
      signed(tricked(begun)).replace('person-1', 'person-1<!-- -->'),
    );
    await refused('in an attribute', 'forbidden', (begun) =>
      signed(partsOf(begun, { attributes: attribute('uid', 'adaevil') })).replace('>ada', '>ada<!-- -->'),
    );
    await refused('an instruction', 'forbidden', (begun) =>
      signed(tricked(begun)).replace('person-1', 'person-1<?x y?>'),
    );
    // It is one name all the same where a part of it is marked as text.
    const answer = await come((begun) => signed(tricked(begun)).replace('person-1.', 'person-1<![CDATA[.]]>'));
    expect(answer.body.error?.code ?? (await nameOf(answer))).not.toBe('person-1');
    const { rows } = await house.server.test.database.pool.query('select subject from auth_driver_people');
    expect(rows.map(({ subject }) => subject)).not.toContain('person-1');
  });

  it('is refused for somebody else: another audience, recipient, request, issuer or school', async () => {
    const there = { destination: addressOf('drossel', 'acs'), recipient: addressOf('drossel', 'acs') };
    for (const [why, change] of [
      ['otherAudience', { audience: 'https://other.example' }],
      ['otherAudience', { audience: addressOf('drossel', 'metadata') }],
      ['otherDestination', { recipient: 'https://other.example/acs' }],
      ['otherDestination', { recipient: addressOf('drossel', 'acs') }],
      ['otherDestination', { destination: 'https://other.example/acs' }],
      ['otherDestination', { ...there, audience: addressOf('drossel', 'metadata') }],
      ['otherRequest', { in_response_to: '_other' }],
      ['otherRequest', { confirmed_for: '_other' }],
      ['otherIssuer', { issuer: 'https://other.example' }],
      ['otherIssuer', { assertion_issuer: 'https://other.example' }],
    ] as const)
      await refused(JSON.stringify(change), why, (begun) => signed(partsOf(begun, change)));
    await refused('no audience at all', 'otherAudience', (begun) => {
      const parts = partsOf(begun);
      const content = writeAssertion(parts).replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '');
      return signElement(writeResponse(parts, content), 'Assertion', house.keys.good);
    });
    await refused('nobody confirms it', 'noRecipient', (begun) => {
      const parts = partsOf(begun);
      const content = writeAssertion(parts).replace('cm:bearer', 'cm:sender-vouches');
      return signElement(writeResponse(parts, content), 'Assertion', house.keys.good);
    });
    // Sent to the address of another school that knows the same service.
    const { pool } = house.server.test.database;
    await pool.query(
      `insert into auth_drivers select $1, name, issuer, client, null, scope, match_claim, match_field, is_on, updated_at, passwords,
        method, base_dn, user_filter, subject_attribute, authority, name_id_format, metadata_url, metadata
      from auth_drivers where school_id = $2`,
      [house.other.id, house.school.id],
    );
    const begun = await begin();
    const astray = await send(signed(partsOf(begun)), begun, 'drossel');
    expect(astray.to?.searchParams.get('code')).toBe('none');
    const here = await begin('drossel');
    const answer = await finish((await send(signed(partsOf(here)), here, 'drossel')).to, here.cookie, 'drossel');
    expect(answer.body.error.code).toBe('sign_in_refused');
    await pool.query('delete from auth_drivers where school_id = $1', [house.other.id]);
  });

  it('is refused when it is over or not good yet, but for a minute by which clocks differ', async () => {
    const at = (minutes: number) => new Date(house.server.clock.now().getTime() + minutes * 60_000);
    const timed = (issued: number, begins: number, ends: number) => (begun: BegunSaml) =>
      signed(partsOf(begun, { issued: at(issued), begins: at(begins), ends: at(ends) }));
    await refused('over', 'clockBehind', timed(-10, -10, -2));
    await refused('not yet', 'clockAhead', timed(5, 5, 10));
    await refused('made in the future', 'clockAhead', timed(5, -1, 10));
    await refused('without an end', 'malformed', (begun) => {
      const parts = partsOf(begun);
      const content = writeAssertion(parts).replace(/ NotOnOrAfter="[^"]*" Recipient/, ' Recipient');
      return signElement(writeResponse(parts, content), 'Assertion', house.keys.good);
    });
    await refused('a session that is over', 'expired', (begun) => {
      const parts = partsOf(begun);
      const content = writeAssertion(parts).replace(
        'SessionIndex=',
        `SessionNotOnOrAfter="${at(-5).toISOString()}" SessionIndex=`,
      );
      return signElement(writeResponse(parts, content), 'Assertion', house.keys.good);
    });
    expect(await nameOf(await come(timed(0.5, 0.5, 5)))).toBe('ada');
    expect(await nameOf(await come(timed(-5, -5, -0.5)))).toBe('ada');
  });

  it('is refused with definitions of types and entities, and with what nobody can read', async () => {
    const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha">${'bcdefghij'
      .split('')
      .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
      .join('')}]>`;
    await refused('a type', 'forbidden', (begun) => signed(partsOf(begun, { prolog: '<!DOCTYPE Response>' })));
    await refused('billion laughs', 'forbidden', (begun) => `${laughs}${signed(own(begun)).replace('>ben<', '>&j;<')}`);
    await refused(
      'a file',
      'forbidden',
      (begun) =>
        `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>${signed(own(begun)).replace('>ben<', '>&f;<')}`,
    );
    await refused('an entity that is not defined', 'malformed', (begun) =>
      signed(own(begun)).replace('>ben<', '>&ben;<'),
    );
    await refused('depth', 'forbidden', (begun) => {
      const parts = partsOf(begun, { attributes: '<saml:x>'.repeat(500) + '</saml:x>'.repeat(500) });
      return signed(parts);
    });
    for (const text of [
      '',
      '<',
      'nothing',
      '<a/>',
      '{"a":1}',
      '<samlp:Response xmlns:samlp="x"/>',
      '\u0000',
      '<a><b></a>',
    ])
      await refused(text, 'malformed', () => text);
    const begun = await begin();
    // Blanks without end cost no time either.
    const blank = await begin();
    const { to } = await house.post({ SAMLResponse: `${' '.repeat(290_000)}!`, RelayState: blank.relay });
    expect((await finish(to, blank.cookie)).body.error.code).toBe('sign_in_refused');
    const large = await send(`<a>${'a'.repeat(400_000)}</a>`, begun);
    expect(large.status).toBe(413);
    expect(await nameOf(await finish((await send(signed(partsOf(begun)), begun)).to, begun.cookie))).toBe('ada');
  });

  it('is refused where the service itself has refused, or names nobody for certain', async () => {
    await refused('it has refused', 'refusedThere', (begun) =>
      writeResponse(partsOf(begun, { status: 'Responder' }), ''),
    );
    await refused('nobody', 'nameMissing', (begun) => signed(partsOf(begun, { name_id: '' })));
    await refused('an empty name', 'nameMissing', (begun) => signed(partsOf(begun, { name_id: nameId(' ') })));
    await refused('a name for one time', 'nameTransient', (begun) =>
      signed(partsOf(begun, { name_id: nameId('x', 'transient') })),
    );
    await refused('two names', 'nameMissing', (begun) =>
      signed(partsOf(begun, { name_id: nameId('one') + nameId('two') })),
    );
    await refused('encrypted', 'encrypted', (begun) =>
      writeResponse(partsOf(begun), '<saml:EncryptedAssertion><x/></saml:EncryptedAssertion>'),
    );
  });
});
