import type { AppRoute } from '../../kernel/feature.ts';

type Screens = typeof import('./late-screens.ts');
const screen = (name: keyof Screens) => async () => ({ Component: (await import('./late-screens.ts'))[name] });
const handle = { headerText: 'classbook:title' } as const;
const notes = { headerText: 'absences:title' } as const;
/**
 * The class book: what there is to see in it, and the entry of a lesson (T-2.09 to T-2.11, T-2.52 to T-2.65). What stands
 * behind a star, the screens know. Sick notes are of a class book too (T-2.71).
 */
export const lateRoutes: AppRoute[] = [
  {
    path: 'classbooks',
    handle: { ...handle, menu: { icon: 'book', order: 1, needs: ['view-homeworks', 'view-absences'] } },
    lazy: screen('CurrentBook'),
  },
  {
    path: 'classbooks/:classbook/overview/:entity?',
    handle: { ...handle, parent: '/more' },
    lazy: screen('ChooseScreen'),
  },
  {
    path: 'classbooks/:classbook/overview/:entity/details/:id/*',
    handle: { ...handle, parent: '/more' },
    lazy: screen('BookScreen'),
  },
  {
    path: 'timetable/:entity/:id/lesson/:lessonId/entry/:entryId/*',
    handle: { ...handle, parent: '/timetable/:entity/:id' },
    lazy: screen('EntryScreen'),
  },
  {
    path: 'sicknotes',
    handle: { ...notes, menu: { icon: 'heartPulse', order: 2, needs: 'view-sick-notes' } },
    lazy: screen('CurrentSickNotes'),
  },
  { path: 'sicknotes/new', handle: { ...notes, entry: 'passage' }, lazy: screen('NewSickNote') },
  {
    path: 'sicknotes/:classbook/overview/:create?',
    handle: { ...notes, parent: '/more' },
    lazy: screen('SickNotesScreen'),
  },
];
