#!/bin/sh
# Remove Kitchen Table from the home of the user who runs this. Campaigns and settings stay.
exec "$(dirname "$0")/install.sh" --remove
