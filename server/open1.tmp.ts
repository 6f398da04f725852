import { openDatabase } from './src/database/open.ts'
const db=await openDatabase({file:'/dev/shm/qx/q.sqlite'}, console.error); await db.close()
