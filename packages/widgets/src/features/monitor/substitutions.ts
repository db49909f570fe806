import icons from '@kreide/app/features/timetable/views/icons.css?inline';
import { defineWidget } from '../../kernel/define-widget.ts';
import { SubstitutionsWidget } from './SubstitutionsWidget.tsx';
import styles from './substitutions.css?inline';
import { substitutionsSurface } from './substitutions-surface.ts';

/** The class of `<kreide-substitutions>`; a module of its own, so that a screen does not load it. */
export const createSubstitutionsElement = () =>
  defineWidget(substitutionsSurface, SubstitutionsWidget, [icons, styles]);
