export { BookScreen } from './BookScreen.tsx';
export { ChooseScreen, CurrentBook } from './ChooseScreen.tsx';
export { EntryScreen } from './EntryScreen.tsx';
export { CurrentSickNotes, NewSickNote, SickNotesScreen } from './SickNotesScreen.tsx';
