/** What planners write beside a change. */
export const TEXTS = {
  cancelled: [null, null, 'Aufgaben liegen in der Ablage', 'Klasse hat früher Schluss', 'Fortbildung'],
  teacher: [null, null, 'Aufgaben von der Fachlehrkraft', 'Arbeitsblätter liegen bereit', 'Buch und Heft mitbringen'],
  room: ['Beamer wird gebraucht', 'Raum wird gestrichen', 'Prüfung im Stammraum', null],
  subject: ['Stattdessen, das Material bitte mitbringen', 'Vorgezogen', null],
  self: [
    'Selbstlernen, Aufgaben im Klassenordner',
    'Selbstlernen in der Lernwerkstatt',
    'Selbstlernen, Aufsicht nebenan',
  ],
  additional: [
    'Übungsstunde vor der Klassenarbeit',
    'Nachholstunde',
    'Probe für den Sommerabend',
    'Förderstunde, freiwillig',
  ],
  event: [
    'Klassenfoto',
    'Lesung in der Aula',
    'Besuch der Feuerwehr',
    'Theaterprobe',
    'Vorlesewettbewerb',
    'Berufsberatung',
    'Sporttag',
  ],
  message: [
    'Bitte Sportzeug für draußen mitbringen',
    'Taschenrechner und Formelsammlung mitbringen',
    'Vokabeltest, Kapitel 4',
    'Elternbriefe bitte unterschrieben abgeben',
    'Leihbücher werden eingesammelt',
    'Treffpunkt vor dem Haupteingang',
    'Wasserfarben und Kittel nicht vergessen',
  ],
  hidden: ['Noch nicht bestätigt', 'Wartet auf Rückmeldung'],
} as const satisfies Record<string, readonly (string | null)[]>;
