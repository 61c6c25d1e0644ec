#!/usr/bin/env node
import { readConfig } from './config.ts';
import { runFilesRole } from './roles/run-files.ts';

/** `darkroom-run`: a workflow on files, without the server. */
process.exitCode = await runFilesRole(process.argv.slice(2), () => readConfig(process.env));
