/** A contact person of an invented school; no address leads to anybody. */
export interface DemoContactPerson {
  readonly name: string;
  readonly about: string;
  readonly email: string;
  readonly telephone: string;
  readonly hours: string;
}

/** Whom the people of the demo school turn to, in its order. */
export const DEMO_CONTACT_PERSONS: readonly DemoContactPerson[] = [
  {
    name: 'Sekretariat',
    about: 'Ausweise, Bescheinigungen, Fundsachen',
    email: 'sekretariat@schule.example',
    telephone: '030 / 23125-010',
    hours: 'Montag bis Freitag, 7:30 bis 13 Uhr',
  },
  {
    name: 'Schulsozialarbeit',
    about: 'Wenn etwas drückt, auch ohne Termin',
    email: 'beratung@schule.example',
    telephone: '',
    hours: 'In beiden Pausen, Raum 014',
  },
  { name: 'Hausmeisterei', about: '', email: '', telephone: '030 / 23125-019', hours: '' },
];
