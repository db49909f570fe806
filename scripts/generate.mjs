// Writes what is generated from other sources: the types of the database from the migrations, and what the elements'
// surfaces say.
import { join } from 'node:path';
import { onProjectNode, root } from './project.mjs';

await onProjectNode(import.meta.filename);
const { writeDatabaseTypes } = await import(join(root, 'tests/support/generated.ts'));
await writeDatabaseTypes();
const { writeWidgetSurface } = await import(join(root, 'scripts/widget-surface.ts'));
await writeWidgetSurface();
