import { Database } from "../../../src/storage/Database.ts";

export const databaseName = "tickwork-bench";
export const database = new Database({ name: databaseName });
