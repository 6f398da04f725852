import { startTestApp } from './test/app.ts'
import { signUp, writePost } from './test/members.ts'
const c0=process.cpuUsage()
for (let i=0;i<40;i++){ const a=await startTestApp(); const m = await signUp(a); for(let k=0;k<20;k++) await writePost(m); for(let k=0;k<20;k++) await m.call('GET /api/feed'); await a.close() }
const u=process.cpuUsage(c0); console.log('cpu',(u.user+u.system)/1000/40)
