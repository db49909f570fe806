/** A link of an invented school; all addresses lead nowhere. */
export interface DemoLink {
  readonly title: string;
  readonly address: string;
  readonly about: string;
}

/** Where the demo school sends everybody, in its order. */
export const DEMO_LINKS: readonly DemoLink[] = [
  { title: 'Homepage der Schule', address: 'https://schule.example', about: 'Termine, Konzept, Anmeldung' },
  {
    title: 'Speiseplan der Mensa',
    address: 'https://mensa.example/woche',
    about: 'Vorbestellen bis zum Vortag, 13 Uhr',
  },
  { title: 'Lernplattform', address: 'https://lernen.example', about: '' },
  { title: 'Schulbücherei', address: 'https://buecherei.example/katalog', about: 'Katalog und Verlängern' },
];
