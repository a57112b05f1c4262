// Runs a program that was compiled for WASI, the one of the last argument.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1' });
const program = await WebAssembly.compile(await readFile(process.argv.at(-1)));
process.exit(wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject())));
