export { readXlsx, type Sheet, type SheetRow } from './xlsx.ts';
