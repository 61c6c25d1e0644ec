#!/usr/bin/env node
import { readConfig } from './config.ts';
import { runFilesProgram } from './programs/run-files/run-files.ts';

/** `darkroom-run`: runs a workflow on files, without the service. */
process.exitCode = await runFilesProgram(process.argv.slice(2), () => readConfig(process.env));
