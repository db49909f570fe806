/** Two screens that are seldom seen, fetched as one. */
export { OfferScreen } from './OfferScreen.tsx';
export { OffersScreen } from './OffersScreen.tsx';
