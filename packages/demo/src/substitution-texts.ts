/** Comments that planners add to a change. Never why somebody is absent. */
export const TEXTS = {
  cancelled: [null, null, 'Aufgaben liegen in der Ablage', 'Wird nachgeholt'],
  teacher: [null, null, 'Aufgaben von der Fachlehrkraft', 'Arbeitsblätter liegen bereit', 'Buch und Heft mitbringen'],
  room: ['Beamer wird gebraucht', 'Maler sind im Raum', 'Prüfung im Stammraum', null],
  subject: ['Bitte das Material mitbringen', 'Vorgezogen', null],
  self: [
    'Selbstlernen, Aufgaben im Klassenordner',
    'Selbstlernen in der Lernwerkstatt',
    'Selbstlernen, Aufsicht nebenan',
  ],
  additional: ['Übungsstunde vor der Klassenarbeit', 'Nachholstunde', 'Förderstunde, freiwillig'],
  event: ['Klassenfoto', 'Lesung', 'Besuch der Feuerwehr', 'Vorlesewettbewerb', 'Berufsberatung', 'Verkehrserziehung'],
  hidden: ['Noch nicht bestätigt', 'Wartet auf Rückmeldung'],
} as const satisfies Record<string, readonly (string | null)[]>;

const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  SP: ['Bitte Sportzeug für draußen mitbringen', 'Schwimmsachen mitbringen'],
  M: ['Zirkel und Geodreieck mitbringen', 'Taschenrechner und Formelsammlung mitbringen'],
  E: ['Vokabeltest, Kapitel 4'],
  F: ['Vokabeltest, Lektion 3'],
  L: ['Vokabeltest, Lektion 8'],
  S: ['Vokabeltest, Unidad 2'],
  KU: ['Wasserfarben und Kittel nicht vergessen'],
  MU: ['Bitte Instrumente mitbringen'],
};
const COMMON = [
  'Leihbücher werden eingesammelt',
  'Treffpunkt vor dem Haupteingang',
  'Elternbriefe bitte unterschrieben abgeben',
];

/** Messages that make sense for a lesson of this subject. */
export function messagesFor(subject: string | null): readonly string[] {
  return MESSAGES[subject ?? ''] ?? COMMON;
}
