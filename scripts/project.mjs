// Shared by the scripts. Runs on the system's Node (20 or newer) with nothing installed.
import { installPackages } from './install.mjs';
import { isNodeNew, projectNode, run } from './processes.mjs';

export { installFolder, installPackages } from './install.mjs';
export { projectNode, root, run, runQuietly, startBeside } from './processes.mjs';

/** Restarts the script on the Node of the workspace if it does not run on it, and exits with its code. */
export async function onProjectNode(script) {
  try {
    await installPackages();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  if (!isNodeNew) process.exit(await run(projectNode, [script, ...process.argv.slice(2)]));
}
