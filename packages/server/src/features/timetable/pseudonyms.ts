import { createHmac, hkdfSync } from 'node:crypto';
import type { Unit } from '@kreide/core/features/structure';
import type { PlanSnapshot } from './snapshot.ts';

/** Stars: the same words in every language, and nobody's name at a school. */
const STARS = (
  'Achernar Adhara Albireo Alcor Aldebaran Algol Alkor Alnilam Altair Antares Arktur Atria Avior Bellatrix Beteigeuze ' +
  'Canopus Capella Deneb Dubhe Elnath Enif Fomalhaut Gacrux Hadar Hamal Izar Kochab Markab Megrez Merak Miaplacidus ' +
  'Mimosa Mintaka Mira Mirach Mizar Naos Nashira Phact Polaris Pollux Prokyon Rasalhague Regulus Rigel Sadalmelik ' +
  'Sadr Saiph Scheat Schedar Shaula Sirius Spica Tarazed Thuban Unuk Wega Wezen Zaurak Zosma'
).split(' ');

/** The key that draws pseudonyms, derived from the server's secret and good for nothing else. */
export function toPseudonymKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'kreide/pseudonyms/1', 32));
}

/**
 * The pseudonyms of one answer: one teacher is one star in it, and another one in every other answer, so that nobody is
 * known again by putting answers together. The number of a unit is drawn with its name.
 * @param scope what makes the answer another one: whose plan, which days
 */
export function drawPseudonyms(snapshot: PlanSnapshot, key: Uint8Array, scope: string): (id: number) => Unit | null {
  const drawn = [...snapshot.teachers.keys()]
    .map((id) => ({ id, lot: createHmac('sha256', key).update(`${snapshot.school_id} ${scope} ${id}`).digest('hex') }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1));
  const units = new Map(drawn.map(({ id }, place) => [id, { id: place + 1, shortcut: starAt(place), name: null }]));
  return (id) => units.get(id) ?? null;
}

/** A star for each place; behind the last one two of them together. */
function starAt(place: number): string {
  const round = Math.floor(place / STARS.length);
  const star = STARS[place % STARS.length] as string;
  return round === 0 ? star : `${star} ${STARS[(place + round) % STARS.length]}`;
}
