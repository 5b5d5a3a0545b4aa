// Uses a running house and its cloud with the Go SDK, and prints each result as a line of JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	plenum "github.com/plenum-climate/plenum/sdk/go"
)

func show(name string, value any) {
	text, _ := json.Marshal([]any{name, value})
	fmt.Println(string(text))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func refusal(err error) string {
	var known *plenum.Error
	if errors.As(err, &known) {
		return known.Code + ": " + known.Sentence
	}
	return "not refused"
}

func codeOf(err error) string { return strings.Split(refusal(err), ":")[0] }

func main() {
	ctx := context.Background()
	host, udp := os.Args[1], os.Args[3]
	port, err := strconv.Atoi(os.Args[2])
	check(err)

	found := [][]any{}
	for _, each := range plenum.Discover(ctx, []string{host + ":" + udp}) {
		if strings.Contains(strings.Join(each.Tokens, ","), "HvacV2") {
			found = append(found, []any{each.UID, each.Port == port, true})
		}
	}
	show("found", found)
	bridge := plenum.NewBridge(host, port)
	zones, err := bridge.Zones(ctx)
	check(err)
	names := []string{}
	for _, zone := range zones {
		names = append(names, zone.Name)
	}
	show("zones", names)
	var splits []plenum.Split
	check(bridge.Components(ctx, "split", &splits))
	var programs []plenum.Program
	check(bridge.Components(ctx, "program", &programs))
	show("splits and programs", []int{len(splits), len(programs)})

	snapshot, changed := make(chan bool, 1), make(chan bool, 1)
	done := errors.New("done")
	go func() {
		isFirst := true
		_ = plenum.NewBridge(host, port).Watch(ctx, func(change plenum.Change) error {
			if isFirst {
				snapshot <- true
				isFirst = false
			}
			var zone plenum.Zone
			if change.Kind == "zone" && change.Index == 1 && json.Unmarshal(change.Datagram, &zone) == nil && zone.Setpoint == 2350 {
				changed <- true
				return done
			}
			return nil
		})
	}()
	<-snapshot
	check(bridge.Command(ctx, "ZoneSetpoint", plenum.Body{"Index": 1, "Setpoint": plenum.ToWire(23.5)}))
	show("changed", <-changed)
	var zone plenum.Zone
	check(bridge.Read(ctx, "zone", 1, &zone))
	show("setpoint", plenum.Celsius(zone.Setpoint))
	check(bridge.Command(ctx, "SysMode", "heat"))
	unit, err := bridge.Unit(ctx)
	check(err)
	show("heats", plenum.SysMode(unit.SysMode) == plenum.SysModeHeat)
	set := func(body plenum.Body) error { return bridge.Command(ctx, "ZoneSetpoint", body) }
	show("off step", refusal(set(plenum.Body{"Index": 1, "Setpoint": 2355})))
	show("too high", refusal(set(plenum.Body{"Index": 1, "Setpoint": 3050})))
	show("no label", strings.Split(refusal(bridge.Command(ctx, "SysMode", "tepid")), " ")[0])
	show("no key", refusal(set(plenum.Body{"Index": 1})))
	show("by the bridge", refusal(set(plenum.Body{"Index": 13, "Setpoint": 2150})))
	show("no zone", refusal(bridge.Read(ctx, "zone", 13, &zone)))
	show("no kind", codeOf(bridge.Read(ctx, "kitchen", 0, &zone)))
	_, err = plenum.NewBridge(host, 1).Unit(ctx)
	show("no bridge", codeOf(err))
	energy, err := bridge.Get(ctx, "/energy?by=day")
	check(err)
	_, hasBars := energy.(map[string]any)["bars"]
	show("energy", hasBars)

	cloud := plenum.NewCloud(os.Args[4], os.Args[5])
	components, err := cloud.Discover(ctx)
	check(err)
	for _, each := range components {
		if !strings.HasSuffix(each.ComponentID, "_hvac_zone_1") {
			continue
		}
		check(cloud.Control(ctx, each.ComponentID, "ZoneSetpoint", plenum.Body{"Index": 1, "Setpoint": 2150}, ""))
		component, err := cloud.Query(ctx, each.ComponentID)
		check(err)
		check(json.Unmarshal(component.Datagram, &zone))
		show("through the cloud", zone.Setpoint)
	}
	_, err = cloud.Query(ctx, "000000000_hvac_zone_1")
	show("refused by the cloud", codeOf(err))

	seconds, err := strconv.ParseInt(os.Getenv("WEBHOOK_TIME"), 10, 64)
	check(err)
	headers := http.Header{}
	headers.Set("webhook-id", "msg_1")
	headers.Set("webhook-timestamp", os.Getenv("WEBHOOK_TIME"))
	headers.Set("webhook-signature", os.Getenv("WEBHOOK_SIGNATURE"))
	verify := func(secret, body string, later int64) (string, error) {
		return plenum.VerifyWebhook([]string{secret}, headers, []byte(body), time.Unix(seconds+later, 0))
	}
	secret, body := os.Getenv("WEBHOOK_SECRET"), os.Getenv("WEBHOOK_BODY")
	id, err := verify(secret, body, 300)
	check(err)
	show("webhook", id)
	_, err = verify(secret, body, 301)
	show("old", codeOf(err))
	_, err = verify(secret, body+" ", 0)
	show("forged", codeOf(err))
	_, err = verify("whsec_", body, 0)
	show("weak", codeOf(err))
}
