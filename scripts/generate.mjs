// Writes what is generated from other sources: the keys of the texts, what the elements' surfaces say, what the commands
// say of themselves, the types of the database from the migrations.
import { join } from 'node:path';
import { onProjectNode, root } from './project.mjs';

await onProjectNode(import.meta.filename);
const { writeTextTypes } = await import(join(root, 'scripts/text-types.ts'));
await writeTextTypes();
const { writeDatabaseTypes } = await import(join(root, 'tests/support/generated.ts'));
await writeDatabaseTypes();
const { writeWidgetSurface } = await import(join(root, 'scripts/widget-surface.ts'));
await writeWidgetSurface();
const { writeCliReference } = await import(join(root, 'scripts/cli-reference.ts'));
await writeCliReference();
const { writePrivacyPeriods } = await import(join(root, 'scripts/privacy-periods.ts'));
await writePrivacyPeriods();
