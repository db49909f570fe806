/** Screens that few open, fetched as one: each file costs what lists it. */

export { AuthDriversScreen, DetailsScreen, DoneScreen, PropertiesScreen } from './ActivationScreens.tsx';
export { LeadsScreen } from './LeadsScreen.tsx';
export { PartnersScreen } from './PartnersScreen.tsx';
