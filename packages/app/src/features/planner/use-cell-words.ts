import { HUES, writeDate } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import type { Cell, Field, Units } from './basedata-fields.ts';

/** What stands in a cell, as it is read. */
export function useCellWords(units: Units): (field: Field, value: Cell) => string {
  const { t, language } = useTranslation('planner');
  return ({ kind, of }, value) => {
    const nameOf = (id: number) => (of ? units[of].find((unit) => unit.id === id)?.shortcut : undefined) ?? '';
    if (kind === 'flag') return t(value === true ? 'basedata.yes' : 'basedata.no');
    if (value === null) return '';
    if (kind === 'date') return writeDate(language, `${value}`, 'medium');
    if (kind === 'one') return nameOf(Number(value));
    if (kind === 'many') return Array.isArray(value) ? value.map(nameOf).join(', ') : '';
    const hue = HUES.find((one) => one === value);
    return kind === 'hue' && hue ? t(`basedata.hues.${hue}`) : `${value}`;
  };
}
