import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { categoriesQuery, TypeChoice, typesQuery, type Whom } from '../absences/index.ts';
import { type BookContext, useBookContext } from './book-context.ts';

interface AbsenceTypesProps {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** For whom the types are asked: the class, or any that one sees, as all of them have the same. */
function whomOf({ unit, book }: Pick<BookContext, 'unit' | 'book'>): Pick<Whom, 'entity' | 'id'> | null {
  const [grade] = book.grades;
  const [course] = book.courses;
  if (unit.entity === 'grades' && !unit.entity_id.startsWith('all-'))
    return { entity: 'grades', id: Number(unit.entity_id) };
  if (grade) return { entity: 'grades', id: grade.id };
  return course ? { entity: 'courses', id: course.id } : null;
}

/** The types to which a list of absences is narrowed (T-2.143). */
export function AbsenceTypes({ chosen, onChange }: AbsenceTypesProps) {
  const context = useBookContext();
  const [first] = useState(chosen);
  const whom = whomOf(context);
  const { data: types = [] } = useQuery({
    ...typesQuery(context.book.id, whom ?? { entity: 'grades', id: 0 }, first),
    enabled: whom !== null,
  });
  const { data: categories = [] } = useQuery(categoriesQuery(context.book.id));
  if (types.length === 0) return null;
  return (
    <TypeChoice mode="filter" hasGroups categories={categories} types={types} chosen={chosen} onChange={onChange} />
  );
}
